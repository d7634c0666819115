// rows.js - pages with one promise of the standards broken, a row each: the rule whose case must
// notice, the sentence that is broken, and what is done to the page before the case runs.
// `node rows.js` lists them, `node rows.js NAME` prints the script of one.
'use strict';

const {
  cell, node, observer, page, port, told, wrap,
} = require('./ways.js');
const details = require('./details.js');

const rows = {
  // html-messaging: message ports
  'port-starts-by-itself': ['BROWSER-31', 'A port message queue is initially disabled.',
    node('addEventListener', `(whole) => function add(type, ...rest) {
      whole.call(this, type, ...rest); if (this instanceof MessagePort) this.start(); }`)],
  'port-forgets-what-came-early': ['BROWSER-31', 'Once enabled, tasks of the port message queue run.',
    `let early = 0; ${port('postMessage', `(whole) => function post(data) {
      if (early++ > 0) whole.call(this, data); }`)}`],
  'port-in-reverse': ['BROWSER-31', 'Messages are delivered in the order of their posting.',
    `${cell} ${port('postMessage', `(whole) => function post(data) { held.push([this, data]);
      if (held.length === 1) setTimeout(() => held.splice(0).reverse().forEach(
        ([to, text]) => whole.call(to, text)), 1); }`)}`],
  'port-doubles': ['BROWSER-31', 'Each message is one task.',
    port('postMessage', '(whole) => function post(data) { whole.call(this, data); whole.call(this, data); }')],
  'port-loses-the-second': ['BROWSER-31', 'Each message is delivered.',
    `let n = 0; ${port('postMessage', '(whole) => function post(data) { if (++n !== 2) whole.call(this, data); }')}`],
  'closed-port-delivers': ['BROWSER-31', 'close(): disconnects the port.',
    port('close', '() => function close() {}')],
  'message-is-live': ['BROWSER-32', 'A message is serialized when it is posted.',
    port('postMessage', '(whole) => function post(data) { Promise.resolve().then(() => whole.call(this, data)); }')],
  'message-is-a-call': ['BROWSER-32', 'A message is a task.',
    port('postMessage', `() => function post(data) { const copy = structuredClone(data);
      const to = window.other; to.onmessage({ data: copy }); }`)
    + '{ const Whole = MessageChannel; window.MessageChannel = class extends Whole { constructor() { super(); window.other = this.port2; } }; }'],
  // dom: mutation observers
  'records-told-again': ['BROWSER-33', 'takeRecords(): empties the record queue.',
    observer('MutationObserver', 'takeRecords', '() => function take() { return [1, 2]; }')],
  'disconnect-tells-the-rest': ['BROWSER-33', 'disconnect(): stops the observer and empties its queue.',
    observer('MutationObserver', 'disconnect', '() => function disconnect() {}')],
  'observer-called-twice': ['BROWSER-33', 'The callback is invoked once with all records.',
    told('MutationObserver', '(callback) => (...args) => { callback(...args); callback(...args); }')],
  'observer-once-a-record': ['BROWSER-12', 'Records are told together.',
    told('MutationObserver', '(callback) => (records, self) => records.forEach((one) => callback([one], self))')],
  'observer-in-a-task': ['BROWSER-12', 'Observers are notified in a microtask.',
    told('MutationObserver', '(callback) => (...args) => { setTimeout(callback, 5, ...args); }')],
  'observers-in-reverse': ['BROWSER-49', 'Observers are notified in the order of their creation.',
    `${cell} ${told('MutationObserver', `(callback) => (...args) => { held.unshift(() => callback(...args));
      queueMicrotask(() => queueMicrotask(() => held.splice(0).forEach((call) => call()))); }`)}`],
  // dom: dispatch
  'listeners-in-reverse': ['BROWSER-34', 'Listeners are invoked in the order in which they were added.',
    `${cell} ${node('addEventListener', `(whole) => function add(type, call, how) {
      if (type !== 'x') { whole.call(this, type, call, how); return; } held.unshift([this, call, how]);
      held.forEach(([to, one]) => to.removeEventListener(type, one));
      held.forEach(([to, one, way]) => whole.call(to, type, one, way)); }`)}`],
  'capture-is-ignored': ['BROWSER-34', 'Capturing listeners come first, on the way down.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, call, how === true ? false : how); }`)],
  'no-bubbling': ['BROWSER-34', 'An event that bubbles goes up again.',
    '{ const Whole = Event; window.Event = class extends Whole { constructor(type) { super(type); } }; }'],
  'removed-is-called': ['BROWSER-34', 'A removed listener is not invoked.',
    node('removeEventListener', '() => function remove() {}')],
  'once-is-for-ever': ['BROWSER-34', 'A listener with once is removed before it is invoked.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, call, how && how.once ? {} : how); }`)],
  'added-is-called-at-once': ['BROWSER-34', 'The list of listeners is copied before they are invoked.',
    `let inside = 0; ${node('dispatchEvent', '(whole) => function dispatch(event) { inside++; const is = whole.call(this, event); inside--; return is; }')}
     ${node('addEventListener', `(whole) => function add(type, call, how) {
      if (inside && type === 'x') call(); whole.call(this, type, call, how); }`)}`],
  'stop-does-not-stop': ['BROWSER-34', 'stopPropagation(): the event does not reach other objects.',
    'Event.prototype.stopPropagation = () => {};'],
  'stop-at-once-does-not-stop': ['BROWSER-34', 'stopImmediatePropagation(): no further listener is invoked.',
    'Event.prototype.stopImmediatePropagation = Event.prototype.stopPropagation;'],
  'stop-stops-the-same-node': ['BROWSER-34', 'stopPropagation() leaves the listeners of the same object.',
    'Event.prototype.stopPropagation = Event.prototype.stopImmediatePropagation;'],
  'error-stops-dispatch': ['BROWSER-34', 'An exception of a listener is reported and does not stop the others.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, type === 'x' ? function each(event) { try { call.call(this, event); }
        catch (err) { event.stopImmediatePropagation(); throw err; } } : call, how); }`)],
  'dispatch-is-a-task': ['BROWSER-34', 'dispatchEvent() is synchronous.',
    node('dispatchEvent', '(whole) => function dispatch(event) { setTimeout(() => whole.call(this, event), 1); return true; }')],
  // html-scripting: rejections
  'handled-is-not-told': ['BROWSER-35', 'rejectionhandled is fired at what was reported and is handled.',
    `window.addEventListener('rejectionhandled', (event) => event.stopImmediatePropagation());`],
  'unhandled-is-not-told': ['BROWSER-35', 'unhandledrejection is fired at a rejection that nobody handles.',
    `window.addEventListener('unhandledrejection', (event) => { event.preventDefault(); event.stopImmediatePropagation(); });`],
  'handled-is-told-at-once': ['BROWSER-35', 'rejectionhandled is fired in a task.',
    `wrap(Promise.prototype, 'catch', (whole) => function caught(call) {
      window.dispatchEvent(new Event('rejectionhandled')); return whole.call(this, call); });`],
  // requestidlecallback
  'idle-in-reverse': ['BROWSER-36', 'Idle callbacks are invoked in the order of their requests.',
    `${cell} ${page('requestIdleCallback', `(whole) => (callback) => { held.unshift(callback);
      if (held.length === 1) whole((deadline) => held.splice(0).forEach((call) => call(deadline))); return 0; }`)}`],
  'idle-is-a-call': ['BROWSER-36', 'requestIdleCallback() returns at once.',
    page('requestIdleCallback', '() => (callback) => { callback({ didTimeout: false }); return 0; }')],
  'cancelled-idle-is-called': ['BROWSER-36', 'cancelIdleCallback() drops the callback.',
    'window.cancelIdleCallback = () => {};'],
  'idle-told-it-is-late': ['BROWSER-36', 'didTimeout is true only if the timeout has passed.',
    page('requestIdleCallback', '(whole) => (callback) => whole(() => callback({ didTimeout: true }))')],
  // html-messaging: broadcasting
  'broadcast-to-oneself': ['BROWSER-37', 'A message goes to the other channels of the name.',
    `wrap(BroadcastChannel.prototype, 'postMessage', (whole) => function post(data) {
      whole.call(this, data); this.onmessage({ data }); });`],
  'broadcast-in-reverse': ['BROWSER-37', 'Messages are delivered in order.',
    `${cell} wrap(BroadcastChannel.prototype, 'postMessage', (whole) => function post(data) { held.unshift(data);
      setTimeout(() => held.splice(0).forEach((text) => whole.call(this, text)), 1); });`],
  'closed-channel-hears': ['BROWSER-37', 'A closed channel receives nothing.',
    `BroadcastChannel.prototype.close = () => {};`],
  // html-workers
  'worker-messages-in-reverse': ['BROWSER-38', 'Messages to a worker are delivered in order.',
    `${cell} wrap(Worker.prototype, 'postMessage', (whole) => function post(data) { held.unshift(data);
      setTimeout(() => held.splice(0).forEach((text) => whole.call(this, text)), 1); });`],
  'worker-loses-early-messages': ['BROWSER-38', 'Messages before the script has run are kept.',
    `wrap(Worker.prototype, 'postMessage', (whole) => function post(data) {
      if (data !== 'a') whole.call(this, data); });`],
  // html-rendering: the order of a frame
  'scroll-after-frames': ['BROWSER-30', 'Scroll events are fired before animation callbacks.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, type === 'scroll' ? () => setTimeout(call, 20) : call, how); }`)],
  'sizes-in-a-later-task': ['BROWSER-10', 'Size observers are called in the frame.',
    told('ResizeObserver', '(callback) => (...args) => { setTimeout(callback, 20, ...args); }')],
  'intersections-in-the-frame': ['BROWSER-39', 'Intersections are told in a task after the frame.',
    `window.IntersectionObserver = class { constructor(call) { this.call = call; } observe() { this.call([], this); } disconnect() {} };`],
  // html-rendering: the whole order of a frame
  'resize-after-the-frame': ['BROWSER-40', 'Resize events are fired first.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, type === 'resize' ? () => setTimeout(call, 20) : call, how); }`)
    + `{ const frame = document.createElement.bind(document); document.createElement = (name) => {
      const made = frame(name); if (name === 'iframe') Object.defineProperty(made, 'contentWindow', { get() {
        const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow').get.call(this);
        own.addEventListener = EventTarget.prototype.addEventListener; return own; } }); return made; }; }`],
  'media-in-a-task': ['BROWSER-40', 'Media queries are evaluated before animations and animation callbacks.',
    `document.createElement = ((whole) => (name) => { const made = whole.call(document, name);
      if (name === 'iframe') Object.defineProperty(made, 'contentWindow', { get() {
        const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow').get.call(this);
        const media = own.matchMedia.bind(own); own.matchMedia = (text) => { const list = media(text);
          const add = list.addEventListener.bind(list); list.addEventListener = (type, call, how) =>
            add(type, () => setTimeout(call, 30), how); return list; }; return own; } }); return made; })(document.createElement);`],
  'scroll-in-a-task': ['BROWSER-40', 'Scroll events are fired before media queries are evaluated.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, type === 'scroll' ? () => setTimeout(call, 20) : call, how); }`)],
  'finish-in-the-call': ['BROWSER-41', 'The event of an animation that ends comes with the next frame.',
    `wrap(Animation.prototype, 'finish', (whole) => function finish() { const told = this.onfinish;
      this.onfinish = null; whole.call(this); if (told) told(); });`],
  'finish-after-the-frame': ['BROWSER-41', 'Animation events are sent before the animation callbacks.',
    `{ const own = Object.getOwnPropertyDescriptor(Animation.prototype, 'onfinish');
      Object.defineProperty(Animation.prototype, 'onfinish', { set(call) {
        own.set.call(this, call && (() => setTimeout(call, 30))); } }); }`],
  'sizes-in-reverse': ['BROWSER-42', 'Size observers are called in the order of their creation.',
    `let n = 0; let late = () => {}; ${told('ResizeObserver', `(callback) => { const mine = n++; return (...args) => {
      if (mine === 1) { late = () => callback(...args); return; } callback(...args); if (mine === 2) late(); }; }`)}`],
  'deeper-sizes-next-frame': ['BROWSER-42', 'Deeper elements are told of in the same frame.',
    `let n = 0; ${told('ResizeObserver', `(callback) => { const mine = n++; return (...args) => {
      if (mine === 0) requestAnimationFrame(() => setTimeout(() => callback(...args), 20)); else callback(...args); }; }`)}`],
  'frame-after-every-task': ['BROWSER-4', 'The rendering is updated at an opportunity, not after every task.',
    `{ const waiting = []; const draw = () => waiting.splice(0).forEach((call) => call(performance.now()));
      ${page('requestAnimationFrame', '(whole) => (call) => { waiting.push(call); return whole.call(window, draw); }')}
      ${page('setTimeout', '(whole) => (call, ...rest) => whole.call(window, () => { call(); draw(); }, ...rest)')} }`],
  // html-timers
  'arguments-are-dropped': ['BROWSER-43', 'Timers pass their arguments on.',
    page('setTimeout', '(whole) => (callback, delay) => whole.call(window, callback, delay)')],
  'interval-cannot-be-cleared-as-a-timeout': ['BROWSER-43', 'Either call clears either kind.',
    `{ const kept = new Set(); ${page('setInterval', '(whole) => (...args) => { const id = whole.call(window, ...args); kept.add(id); return id; }')}
      ${page('clearTimeout', '(whole) => (id) => { if (!kept.has(id)) whole.call(window, id); else if (kept.size) { const stop = window.clearInterval; setTimeout(() => stop(id), 40); } }')} }`],
  'clear-comes-late': ['BROWSER-43', 'A timer that is cleared is not called.',
    page('clearTimeout', '(whole) => (id) => { setTimeout(() => whole.call(window, id), 1); }')],
  // html-messaging
  'transferred-port-is-empty': ['BROWSER-44', 'A port that is transferred takes its messages along.',
    port('postMessage', `(whole) => function post(data, list) { if (data === 1 || data === 2) return;
      whole.call(this, data, list); }`)],
  'clone-error-is-swallowed': ['BROWSER-44', 'Posting what cannot be cloned throws.',
    port('postMessage', '(whole) => function post(...args) { try { whole.apply(this, args); } catch (err) { /* lost */ } }')],
  'transferred-is-copied': ['BROWSER-44', 'What is transferred is gone from its sender.',
    port('postMessage', `(whole) => function post(data, list) {
      whole.call(this, data, data instanceof ArrayBuffer ? [] : list); }`)],
  'window-message-is-a-call': ['BROWSER-44', 'A message to a window is a task.',
    page('postMessage', `() => (data) => { window.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })); }`)],
  // html-workers
  'close-ends-at-once': ['BROWSER-45', 'close() lets the running task end.',
    `{ const Whole = Blob; window.Blob = class extends Whole { constructor([text]) {
      super([text.replace('close();', 'close(); throw 0;')]); } }; }`],
  'terminated-later': ['BROWSER-45', 'terminate() stops the worker.',
    `wrap(Worker.prototype, 'terminate', (whole) => function stop() { setTimeout(() => {
      this.onmessage({ data: 'late' }); whole.call(this); }, 5); });`],
  'error-of-a-worker-is-lost': ['BROWSER-45', 'An error that a worker does not handle is reported to its parent.',
    `Object.defineProperty(Worker.prototype, 'onerror', { set() {} });`],
  // requestidlecallback
  'idle-ignores-its-timeout': ['BROWSER-46', 'A callback is invoked when its timeout has passed.',
    page('requestIdleCallback', '(whole) => (callback) => whole(callback)')],
  // dom
  'slots-before-observers': ['BROWSER-47', 'Slots are signalled after the mutation observers.',
    told('MutationObserver', '(callback) => (...args) => { queueMicrotask(() => callback(...args)); }')],
  'slots-in-a-task': ['BROWSER-47', 'Slots are signalled in the same microtask.',
    node('addEventListener', `(whole) => function add(type, call, how) {
      whole.call(this, type, type === 'slotchange' ? () => setTimeout(call, 5) : call, how); }`)],
  'abort-in-a-task': ['BROWSER-48', 'An abort fires its event at once.',
    `wrap(AbortController.prototype, 'abort', (whole) => function abort(why) { setTimeout(() => whole.call(this, why), 1); });`],
  'abort-twice': ['BROWSER-48', 'A signal is aborted once.',
    `wrap(AbortController.prototype, 'abort', (whole) => function abort(why) { const was = this.signal.aborted;
      whole.call(this, why); if (was) this.signal.onabort(); });`],
  // html: microtasks, timers, frames
  'microtask-is-a-task': ['BROWSER-32', 'A microtask runs before the next task.',
    page('queueMicrotask', '() => (callback) => { setTimeout(callback, 10); }')],
  'frame-callbacks-told-other-times': ['BROWSER-7', 'All callbacks of a frame are given the same time.',
    `let more = 0; ${page('requestAnimationFrame', '(whole) => (callback) => whole((now) => callback(now + ++more))')}`],
  'priorities-are-ignored': ['BROWSER-22', 'Posted tasks run by priority.',
    `if (window.scheduler) scheduler.postTask = (callback) => new Promise((resolve) => { setTimeout(() => resolve(callback()), 1); });`],
  // once more: the DOM standard
  'prevented-is-not-said': ['BROWSER-50', 'dispatchEvent(): returns false if the event is cancelable and a listener has prevented its default.',
    node('dispatchEvent', '(whole) => function dispatch(event) { whole.call(this, event); return true; }')],
  'passive-is-ignored': ['BROWSER-50', 'A passive listener cannot prevent the default.',
    node('addEventListener', `(whole) => function add(type, call, options) {
      whole.call(this, type, call, options && options.passive ? { ...options, passive: false } : options); }`)],
  'same-listener-is-added-twice': ['BROWSER-50', 'A listener that is in the list already is not added again.',
    node('addEventListener', `(whole) => function add(type, call, options) {
      whole.call(this, type, typeof call === 'function' ? function listen(...args) { return call.apply(this, args); } : call, options); }`)],
  'object-is-no-listener': ['BROWSER-50', "The listener's handleEvent is called.",
    node('addEventListener', `(whole) => function add(type, call, options) {
      if (typeof call === 'function') whole.call(this, type, call, options); }`)],
  'signal-does-not-remove': ['BROWSER-50', 'addEventListener(), signal: the listener is removed when it is aborted.',
    node('addEventListener', `(whole) => function add(type, call, options) {
      whole.call(this, type, call, options && options.signal ? { ...options, signal: undefined } : options); }`)],
  'aborted-signal-adds': ['BROWSER-50', 'If the signal is aborted already, nothing is added.',
    node('addEventListener', `(whole) => function add(type, call, options) {
      whole.call(this, type, call, options && options.signal && options.signal.aborted ? { ...options, signal: undefined } : options); }`)],
  'phase-is-always-the-target': ['BROWSER-50', 'eventPhase is capturing, at target or bubbling.',
    `Object.defineProperty(Event.prototype, 'eventPhase', { get() { return 2; } });`],
  'path-is-empty': ['BROWSER-50', 'composedPath() has the objects on which listeners are invoked.',
    `wrap(Event.prototype, 'composedPath', () => () => []);`],
  'reason-is-lost': ['BROWSER-51', 'abort(reason): the reason is kept.',
    `wrap(AbortController.prototype, 'abort', (whole) => function abort() { return whole.call(this); });`],
  'any-does-not-follow': ['BROWSER-51', 'AbortSignal.any(): aborted when any of its signals is.',
    `wrap(AbortSignal, 'any', () => () => new AbortController().signal);`],
  'timeout-signal-never-comes': ['BROWSER-51', 'AbortSignal.timeout(): aborted after that time.',
    `wrap(AbortSignal, 'timeout', () => () => new AbortController().signal);`],
  'aborted-does-not-throw': ['BROWSER-51', 'throwIfAborted() throws the reason.',
    `wrap(AbortSignal.prototype, 'throwIfAborted', () => () => {});`],
  'old-values-are-lost': ['BROWSER-52', 'attributeOldValue: a record has the value before the change.',
    observer('MutationObserver', 'observe', `(whole) => function observe(node, options) {
      return whole.call(this, node, { ...options, attributeOldValue: false, characterDataOldValue: false, attributes: options.attributes || options.attributeOldValue }); }`)],
  'subtree-is-ignored': ['BROWSER-52', 'subtree: changes of the descendants are told.',
    observer('MutationObserver', 'observe', `(whole) => function observe(node, options) { return whole.call(this, node, { ...options, subtree: false }); }`)],
  // once more: idle callbacks
  'late-idle-does-not-say-so': ['BROWSER-53', 'didTimeout is true if the callback is called because of its timeout.',
    `Object.defineProperty(IdleDeadline.prototype, 'didTimeout', { get: () => false });`],
  'time-never-remains': ['BROWSER-53', 'timeRemaining(): what remains of the idle period.',
    `wrap(IdleDeadline.prototype, 'timeRemaining', () => () => 0);`],
  'more-than-50-ms-remain': ['BROWSER-53', 'An idle period is at most 50 ms.',
    `wrap(IdleDeadline.prototype, 'timeRemaining', (whole) => function remain() { return whole.call(this) + 60; });`],
  // once more: the HTML standard
  'reported-error-is-silent': ['BROWSER-54', 'reportError(): reports the exception, as an error event.',
    page('reportError', '() => () => {}')],
  'rejection-without-its-reason': ['BROWSER-54', 'unhandledrejection: promise and reason.',
    `Object.defineProperty(PromiseRejectionEvent.prototype, 'reason', { get: () => undefined });`],
  'clone-is-shallow': ['BROWSER-54', 'structuredClone(): a deep clone.',
    page('structuredClone', '() => (value) => ({ ...value })')],
  'message-without-its-ports': ['BROWSER-54', 'ports: those that were transferred.',
    `Object.defineProperty(MessageEvent.prototype, 'ports', { get: () => [] });`],
  'onmessage-does-not-start': ['BROWSER-54', 'Setting onmessage enables the port message queue.',
    `Object.defineProperty(MessagePort.prototype, 'onmessage', { set(call) { this.addEventListener('message', call); } });`],
  'frame-within-the-frame': ['BROWSER-8', 'A callback that is requested within a frame belongs to the next one.',
    `let within = 0; ${page('requestAnimationFrame', `(whole) => (callback) => (within ? (callback(performance.now()), 1)
      : whole((now) => { within++; try { callback(now); } finally { within--; } }))`)}`],
  'interval-once': ['BROWSER-54', 'setInterval() repeats.',
    page('setInterval', '() => (call, time, ...args) => setTimeout(call, time, ...args)')],
  ...details,
};

if (process.argv[2]) {
  console.log(`(() => { const wrap = ${wrap};\n${rows[process.argv[2]][2]}\n})();`);
} else {
  Object.entries(rows).forEach(([name, [rule, sentence]]) => console.log(name, rule, sentence));
}
