// events-targets.js - the part of the page on events that is about event targets, broken once more.
'use strict';

const { MessageChannel } = require('worker_threads');
const wrap = require('./wrap.js');

const { EventTarget, Event } = globalThis;
const proto = EventTarget ? EventTarget.prototype : {};
const isPlain = (target) => Object.getPrototypeOf(target) === proto;
const change = (name, make) => wrap(proto, name, (whole) => {
  const changed = make(whole);
  return function method(...args) { return (isPlain(this) ? changed : whole).apply(this, args); };
});
// Change a property that an event answers by a getter.
const answer = (name, make) => {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, name);
  Object.defineProperty(Event.prototype, name, { get() { return make.call(this, get.call(this)); }, configurable: true });
};
const portOf = () => new MessageChannel().port1;
const portProto = () => Object.getPrototypeOf(Object.getPrototypeOf(portOf()));

module.exports = {
  'dispatched-in-a-tick': {
    sentence: 'dispatchEvent(): the registered event listeners is synchronously invoked in the order they were registered.',
    rules: ['EMIT-31'],
    change: () => change('dispatchEvent', (whole) => function dispatch(event) {
      process.nextTick(() => whole.call(this, event));
      return true;
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('called'));
      target.dispatchEvent(new Event('event'));
      print('after');
    },
  },
  'once-removed-after-the-call': {
    sentence: 'once: when true, the listener is automatically removed when it is first invoked.',
    rules: ['EMIT-31'],
    change: () => change('addEventListener', (whole) => function add(type, listener, options) {
      if (!options || !options.once) return whole.call(this, type, listener, options);
      const wrapper = (event) => { listener.call(this, event); this.removeEventListener(type, wrapper); };
      return whole.call(this, type, wrapper, { ...options, once: false });
    }),
    witness: (print) => {
      const target = new EventTarget();
      let times = 0;
      target.addEventListener('event', () => {
        print('called');
        if (times++ < 2) target.dispatchEvent(new Event('event'));
      }, { once: true });
      target.dispatchEvent(new Event('event'));
    },
  },
  'handler-objects-are-bound-early': {
    sentence: 'Event listeners registered for an event type may be objects with a handleEvent property whose value is a function.',
    rules: ['EMIT-31'],
    change: () => change('addEventListener', (whole) => function add(type, listener, options) {
      const bound = listener && listener.handleEvent;
      return whole.call(this, type, bound ? bound.bind(listener) : listener, options);
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = { handleEvent: () => print('before') };
      target.addEventListener('event', listener);
      listener.handleEvent = () => print('after');
      target.dispatchEvent(new Event('event'));
    },
  },
  'capture-is-no-key': {
    sentence: 'Any individual listener may be added once with capture = false, and once with capture = true.',
    rules: ['EMIT-32', 'EMIT-60'],
    change: () => change('addEventListener', (whole) => function add(type, listener, options) {
      return whole.call(this, type, listener, typeof options === 'object' && options ? { ...options, capture: false } : false);
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = () => print('called');
      target.addEventListener('event', listener);
      target.addEventListener('event', listener, { capture: true });
      target.dispatchEvent(new Event('event'));
    },
  },
  'removed-whatever-the-capture': {
    sentence: 'The capture option is used as part of the key when registering a listener.',
    rules: ['EMIT-32', 'EMIT-60'],
    change: () => change('removeEventListener', (whole) => function remove(type, listener) {
      whole.call(this, type, listener);
      whole.call(this, type, listener, { capture: true });
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = () => print('called');
      target.addEventListener('event', listener);
      target.removeEventListener('event', listener, { capture: true });
      target.dispatchEvent(new Event('event'));
    },
  },
  'aborted-signal-adds': {
    sentence: "signal: the listener will be removed when the given AbortSignal object's abort() method is called.",
    rules: ['EMIT-35'],
    change: () => change('addEventListener', (whole) => function add(type, listener, options) {
      return whole.call(this, type, listener, options && options.signal && options.signal.aborted ? {} : options);
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('called'), { signal: AbortSignal.abort() });
      target.dispatchEvent(new Event('event'));
    },
  },
  'phase-is-always-zero': {
    sentence: 'eventPhase returns 0 while an event is not being dispatched, 2 while it is being dispatched.',
    rules: ['EMIT-45'],
    change: () => answer('eventPhase', () => 0),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', ({ eventPhase }) => print(eventPhase));
      target.dispatchEvent(new Event('event'));
    },
  },
  'phase-stays': {
    sentence: 'eventPhase returns 0 while an event is not being dispatched.',
    rules: ['EMIT-45'],
    change: () => {
      const seen = new WeakSet();
      answer('eventPhase', function phase(truth) {
        if (truth) seen.add(this);
        return seen.has(this) ? 2 : truth;
      });
    },
    witness: (print) => {
      const target = new EventTarget();
      const event = new Event('event');
      target.addEventListener('event', () => print(event.eventPhase));
      target.dispatchEvent(event);
      print(event.eventPhase);
    },
  },
  'path-is-always-empty': {
    sentence: 'composedPath() returns an array containing the current EventTarget as the only entry or empty if the event is not being dispatched.',
    rules: ['EMIT-45'],
    change: () => wrap(Event.prototype, 'composedPath', () => () => []),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', (event) => print(event.composedPath().length));
      target.dispatchEvent(new Event('event'));
    },
  },
  'prevented-though-not-cancelable': {
    sentence: 'defaultPrevented is true if cancelable is true and event.preventDefault() has been called.',
    rules: ['EMIT-45'],
    change: () => {
      const prevented = new WeakSet();
      wrap(Event.prototype, 'preventDefault', (whole) => function prevent() { prevented.add(this); whole.call(this); });
      answer('defaultPrevented', function get() { return prevented.has(this); });
    },
    witness: (print) => {
      const event = new Event('event');
      event.preventDefault();
      print(event.defaultPrevented);
    },
  },
  'return-value-is-always-true': {
    sentence: 'The value of event.returnValue is always the opposite of event.defaultPrevented.',
    rules: ['EMIT-45'],
    change: () => answer('returnValue', () => true),
    witness: (print) => {
      const event = new Event('event', { cancelable: true });
      event.preventDefault();
      print(event.returnValue);
    },
  },
  'ports-tell-of-new-listeners': {
    sentence: "The 'newListener' and 'removeListener' events will also not be emitted.",
    rules: ['EMIT-46'],
    change: () => wrap(portProto(), 'on', (whole) => function on(type, listener) {
      if (type !== 'newListener') this.dispatchEvent(new Event('newListener'));
      return whole.call(this, type, listener);
    }),
    witness: (print) => {
      const port = portOf();
      port.on('newListener', () => print('new'));
      port.on('event', () => {});
    },
  },
  'ports-take-a-listener-twice': {
    sentence: 'Unlike EventEmitter, any given listener can be registered at most once per event type.',
    rules: ['EMIT-46'],
    change: () => wrap(portProto(), 'on', (whole) => function on(type, listener) {
      return whole.call(this, type, type === 'event' ? (...args) => listener(...args) : listener);
    }),
    witness: (print) => {
      const port = portOf();
      port.on('event', print);
      port.on('event', print);
      print(port.listenerCount('event'));
    },
  },
  'ports-once-is-on': {
    sentence: 'nodeEventTarget.once(): equivalent to calling on with the once option set to true.',
    rules: ['EMIT-46'],
    change: () => wrap(portProto(), 'once', () => function once(type, listener) { return this.on(type, listener); }),
    witness: (print) => {
      const port = portOf();
      port.once('event', () => print('called'));
      port.dispatchEvent(new Event('event'));
      port.dispatchEvent(new Event('event'));
    },
  },
  'ports-keep-all-listeners': {
    sentence: 'nodeEventTarget.removeAllListeners([type]): removes all registered listeners for type.',
    rules: ['EMIT-46'],
    change: () => wrap(portProto(), 'removeAllListeners', () => function removeAll() { return this; }),
    witness: (print) => {
      const port = portOf();
      port.on('event', () => print('called'));
      port.removeAllListeners('event');
      port.dispatchEvent(new Event('event'));
    },
  },
  'signal-leaves-those-that-capture': {
    sentence: 'eventTarget.addEventListener(): signal: the listener will be removed when the given AbortSignal object is aborted.',
    rules: ['EMIT-35'],
    change: () => wrap(EventTarget.prototype, 'addEventListener', (whole) => function add(type, listener, options) {
      return whole.call(this, type, listener, options && options.capture ? { ...options, signal: undefined } : options);
    }),
    witness: (print) => {
      const target = new EventTarget();
      const controller = new AbortController();
      target.addEventListener('event', () => print('called'), { capture: true, signal: controller.signal });
      controller.abort();
      target.dispatchEvent(new Event('event'));
    },
  },
  'objects-stay': {
    sentence: 'once: when true, the listener is automatically removed when it is first invoked.',
    rules: ['EMIT-31'],
    change: () => change('addEventListener', (whole) => function add(type, listener, options) {
      const more = options && options.once && typeof listener === 'object' ? { ...options, once: false } : options;
      return whole.call(this, type, listener, more);
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', { handleEvent: () => print('called') }, { once: true });
      for (let i = 0; i < 2; i++) target.dispatchEvent(new Event('event'));
    },
  },
};
