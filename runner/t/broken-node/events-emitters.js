// events-emitters.js - the page on events, broken once more: what emitters answer, aliases, corners.
'use strict';

const events = require('events');
const wrap = require('./wrap.js');

const { EventEmitter } = events;
const proto = EventEmitter.prototype;
// Node's own emitters stay whole, else it would not come far.
const isPlain = (emitter) => Object.getPrototypeOf(emitter) === proto;
// Put `make(original)` in the place of a method, for plain emitters only.
const change = (name, make) => wrap(proto, name, (whole) => {
  const changed = make(whole);
  return function method(...args) {
    return (isPlain(this) ? changed : whole).apply(this, args);
  };
});
const emitterOf = (...labels) => (print) => {
  const emitter = new EventEmitter();
  for (const label of labels) emitter.on('event', () => print(label));
  return emitter;
};
const warned = (print) => process.on('warning', ({ name }) => print(name));

module.exports = {
  'emit-in-a-tick': {
    sentence: 'When the EventEmitter object emits an event, all of the functions attached to that specific event are called synchronously.',
    rules: ['EMIT-1'],
    change: () => change('emit', (whole) => function emit(...args) {
      process.nextTick(() => whole.apply(this, args));
      return this.listenerCount(args[0]) > 0;
    }),
    witness: (print) => { emitterOf('a')(print).emit('event'); print('b'); },
  },
  'listener-that-returns-false-stops': {
    sentence: 'Any values returned by the called listeners are ignored and discarded.',
    rules: ['EMIT-1'],
    change: () => change('emit', () => function emit(name, ...args) {
      const all = this.rawListeners(name);
      all.every((listener) => listener.apply(this, args) !== false);
      return all.length > 0;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.on('event', () => false);
      emitter.on('event', () => print('second'));
      emitter.emit('event');
    },
  },
  'emit-answers-what-a-listener-returned': {
    sentence: 'Returns true if the event had listeners, false otherwise.',
    rules: ['EMIT-5'],
    change: () => change('emit', () => function emit(name, ...args) {
      return this.rawListeners(name).map((listener) => listener.apply(this, args)).pop() || false;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.on('event', () => {});
      print(emitter.emit('event'));
    },
  },
  'this-is-lost-for-once': {
    sentence: 'When an ordinary listener function is called, the standard this keyword is intentionally set to reference the EventEmitter instance.',
    rules: ['EMIT-5'],
    change: () => change('once', (whole) => function once(name, listener) {
      return whole.call(this, name, (...args) => listener(...args));
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.once('event', function listen() { print(this === emitter); });
      emitter.emit('event');
    },
  },
  'once-drops-the-arguments': {
    sentence: 'Synchronously calls each of the listeners, passing the supplied arguments to each.',
    rules: ['EMIT-5'],
    change: () => change('once', (whole) => function once(name, listener) {
      return whole.call(this, name, function called(first) { return listener.call(this, first); });
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.once('event', (...args) => print(args.length));
      emitter.emit('event', 1, 2, 3);
    },
  },
  'addListener-prepends': {
    sentence: 'addListener: Alias for emitter.on(eventName, listener).',
    rules: ['EMIT-39'],
    change: () => wrap(proto, 'addListener', () => function addListener(name, listener) {
      return isPlain(this) ? this.prependListener(name, listener) : this.on(name, listener);
    }),
    witness: (print) => {
      const emitter = emitterOf('a')(print);
      emitter.addListener('event', () => print('b'));
      emitter.emit('event');
    },
  },
  'off-does-nothing': {
    sentence: 'off: Alias for emitter.removeListener().',
    rules: ['EMIT-39'],
    change: () => wrap(proto, 'off', () => function off() { return this; }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const listener = () => print('called');
      emitter.on('event', listener).off('event', listener).emit('event');
    },
  },
  'on-returns-nothing': {
    sentence: 'Returns a reference to the EventEmitter, so that calls can be chained.',
    rules: ['EMIT-39'],
    change: () => change('prependListener', (whole) => function prepend(...args) {
      whole.apply(this, args);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      print(emitter.prependListener('event', () => {}) === emitter);
    },
  },
  'removeListener-does-not-find-once': {
    sentence: 'removeListener() removes the specified listener from the listener array, also one that once() has added.',
    rules: ['EMIT-8'],
    change: () => change('removeListener', (whole) => function removeListener(name, listener) {
      return this.rawListeners(name).some((raw) => raw.listener === listener) ?
        this : whole.call(this, name, listener);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const listener = () => print('called');
      emitter.once('event', listener).removeListener('event', listener).emit('event');
    },
  },
  'remove-finds-it-elsewhere': {
    sentence: 'removeListener() removes the listener from the array of the event named eventName.',
    rules: ['EMIT-8'],
    change: () => change('removeListener', (whole) => function removeListener(name, listener) {
      for (const other of this.eventNames()) whole.call(this, other, listener);
      return this;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const listener = () => print('called');
      emitter.on('a', listener).on('b', listener).removeListener('b', listener).emit('a');
    },
  },
  'prepended-once-stays': {
    sentence: 'prependOnceListener: the next time eventName is triggered, this listener is removed, and then invoked.',
    rules: ['EMIT-2'],
    change: () => wrap(proto, 'prependOnceListener', () => function prepend(name, listener) {
      return this.prependListener(name, listener);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.prependOnceListener('event', () => print('called'));
      emitter.emit('event');
      emitter.emit('event');
    },
  },
  'prepended-once-is-appended': {
    sentence: 'Adds a one-time listener function for the event named eventName to the beginning of the listeners array.',
    rules: ['EMIT-2'],
    change: () => wrap(proto, 'prependOnceListener', () => function prepend(name, listener) {
      return this.once(name, listener);
    }),
    witness: (print) => {
      const emitter = emitterOf('a')(print);
      emitter.prependOnceListener('event', () => print('b'));
      emitter.emit('event');
    },
  },
  'removing-all-is-silent': {
    sentence: "The 'removeListener' event is emitted after the listener is removed: by removeAllListeners() for each.",
    rules: ['EMIT-11'],
    change: () => change('removeAllListeners', (whole) => function removeAll(...args) {
      const listeners = this.rawListeners('removeListener');
      whole.call(this, 'removeListener');
      whole.apply(this, args);
      for (const listener of listeners) this.on('removeListener', listener);
      return this;
    }),
    witness: (print) => {
      const emitter = emitterOf('a', 'b')(print);
      emitter.on('removeListener', () => print('removed'));
      emitter.removeAllListeners('event');
    },
  },
  'listeners-are-the-array-itself': {
    sentence: 'listeners() returns a copy of the array of listeners for the event named eventName.',
    rules: ['EMIT-40'],
    change: () => change('listeners', (whole) => function listeners(name) {
      return Array.isArray(this._events[name]) ? this._events[name] : whole.call(this, name);
    }),
    witness: (print) => {
      const emitter = emitterOf('a', 'b')(print);
      emitter.listeners('event').pop();
      emitter.emit('event');
    },
  },
  'listeners-have-wrappers': {
    sentence: 'rawListeners() includes any wrappers, listeners() does not.',
    rules: ['EMIT-40'],
    change: () => change('listeners', () => function listeners(name) { return this.rawListeners(name); }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const listener = () => {};
      emitter.once('event', listener);
      print(emitter.listeners('event')[0] === listener);
    },
  },
  'raw-listeners-are-bare': {
    sentence: 'Returns a copy of the array of listeners, including any wrappers (such as those created by .once()).',
    rules: ['EMIT-40'],
    change: () => change('rawListeners', () => function rawListeners(name) { return this.listeners(name); }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.once('event', () => {});
      print(typeof emitter.rawListeners('event')[0].listener);
    },
  },
  'names-stay-when-nobody-listens': {
    sentence: 'eventNames() returns an array listing the events for which the emitter has registered listeners.',
    rules: ['EMIT-41'],
    change: () => {
      const known = new WeakMap();
      change('on', (whole) => function on(name, listener) {
        known.set(this, (known.get(this) || new Set()).add(name));
        return whole.call(this, name, listener);
      });
      change('eventNames', () => function eventNames() { return [...(known.get(this) || [])]; });
    },
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.on('event', print).removeListener('event', print);
      print(emitter.eventNames().length);
    },
  },
  'count-ignores-the-listener': {
    sentence: 'If listener is provided, it will return how many times the listener is found in the list of the listeners of the event.',
    rules: ['EMIT-41'],
    change: () => change('listenerCount', (whole) => function listenerCount(name) {
      return whole.call(this, name);
    }),
    witness: (print) => {
      const emitter = emitterOf('a', 'b')(print);
      print(emitter.listenerCount('event', print));
    },
  },
  'count-leaves-once-out': {
    sentence: 'Returns the number of listeners listening for the event named eventName.',
    rules: ['EMIT-41'],
    change: () => change('listenerCount', () => function listenerCount(name) {
      return this.rawListeners(name).filter(({ listener }) => !listener).length;
    }),
    witness: (print) => print(new EventEmitter().once('event', () => {}).listenerCount('event')),
  },
  'newListener-gets-the-wrapper': {
    sentence: "The 'newListener' event passes the event name and a reference to the listener being added.",
    rules: ['EMIT-9'],
    change: () => change('once', (whole) => function once(name, listener) {
      const wrapper = (...args) => { this.removeListener(name, wrapper); listener.apply(this, args); };
      return name === 'newListener' ? whole.call(this, name, listener) : this.on(name, wrapper);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const given = () => {};
      emitter.once('newListener', (name, listener) => print(listener === given));
      emitter.once('event', given);
    },
  },
  'newListener-tells-no-name': {
    sentence: "'newListener': eventName, the name of the event being listened for.",
    rules: ['EMIT-9'],
    change: () => wrap.event(proto, 'newListener', function emit(whole, [, listener]) {
      return whole(isPlain(this) ? 'unknown' : arguments[1][0], listener);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.once('newListener', (name) => print(name));
      emitter.on('event', () => {});
    },
  },
  'error-without-an-error-is-not-thrown': {
    sentence: "If an 'error' event is emitted without a listener, the error is thrown (whatever the argument is).",
    rules: ['EMIT-12'],
    change: () => wrap.event(proto, 'error', function emit(whole, args) {
      return args[0] instanceof Error || this.listenerCount('error') ? whole(...args) : false;
    }),
    witness: (print) => {
      try { new EventEmitter().emit('error', 'text'); print('silent'); } catch (error) { print('thrown'); }
    },
  },
  'error-is-thrown-with-a-listener-too': {
    sentence: "To guard against crashing the Node.js process, listeners should always be added for the 'error' events.",
    rules: ['EMIT-12'],
    change: () => wrap.event(proto, 'error', function emit(whole, args) {
      whole(...args);
      if (isPlain(this)) throw args[0];
    }),
    witness: (print) => {
      try {
        new EventEmitter().on('error', () => {}).emit('error', new Error('expected'));
        print('silent');
      } catch (error) { print('thrown'); }
    },
  },
  'monitor-consumes': {
    sentence: "It is possible to monitor 'error' events without consuming the emitted error.",
    rules: ['EMIT-14'],
    change: () => wrap.event(proto, 'error', function emit(whole, args) {
      if (!this.listenerCount(events.errorMonitor)) return whole(...args);
      return this.emit(events.errorMonitor, ...args);
    }),
    witness: (print) => {
      const emitter = new EventEmitter().on(events.errorMonitor, () => print('monitor'));
      emitter.on('error', () => print('error'));
      emitter.emit('error', new Error('expected'));
    },
  },
  'infinity-warns': {
    sentence: 'The value can be set to Infinity (or 0) to indicate an unlimited number of listeners.',
    rules: ['EMIT-21'],
    change: () => change('setMaxListeners', (whole) => function setMax(n) {
      return whole.call(this, n === Infinity ? 10 : n);
    }),
    witness: (print) => {
      warned(print);
      const emitter = new EventEmitter().setMaxListeners(Infinity);
      for (let i = 0; i < 20; i++) emitter.on('event', () => {});
    },
  },
  'max-is-not-told': {
    sentence: 'getMaxListeners() returns the current max listener value, which is either set by setMaxListeners(n) or defaults.',
    rules: ['EMIT-21'],
    change: () => change('getMaxListeners', () => () => EventEmitter.defaultMaxListeners),
    witness: (print) => print(new EventEmitter().setMaxListeners(3).getMaxListeners()),
  },
  'static-max-for-the-first-only': {
    sentence: 'events.setMaxListeners(n, ...eventTargets): zero or more targets.',
    rules: ['EMIT-42'],
    change: () => wrap(EventEmitter, 'setMaxListeners', (whole) => (n, first) => whole(n, first)),
    witness: (print) => {
      const [a, b] = [new EventEmitter(), new EventEmitter()];
      events.setMaxListeners(5, a, b);
      print(a.getMaxListeners(), b.getMaxListeners());
    },
  },
  'static-max-without-targets-does-nothing': {
    sentence: 'If none are specified, n is set as the default max for all newly created EventTarget and EventEmitter objects.',
    rules: ['EMIT-42'],
    change: () => wrap(EventEmitter, 'setMaxListeners', (whole) => (n, ...all) => { if (all.length) whole(n, ...all); }),
    witness: (print) => { events.setMaxListeners(5); print(new EventEmitter().getMaxListeners()); },
  },
  'listeners-of-targets-are-unknown': {
    sentence: 'getEventListeners: for EventTargets this is the only way to get the event listeners for the event target.',
    rules: ['EMIT-43'],
    change: () => wrap(EventEmitter, 'getEventListeners', (whole) => (object, name) =>
      (object instanceof EventTarget ? [] : whole(object, name))),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => {});
      print(events.getEventListeners(target, 'event').length);
    },
  },
  'promise-of-the-last': {
    sentence: 'once(): creates a Promise that is fulfilled when the EventEmitter emits the given event.',
    rules: ['EMIT-22'],
    change: () => wrap(EventEmitter, 'once', (whole) => (emitter, name, options) => {
      let last;
      const listener = (...args) => { last = args; };
      if (emitter.on) emitter.on(name, listener);
      return whole(emitter, name, options).then((first) => {
        if (emitter.on) emitter.removeListener(name, listener);
        return last || first;
      });
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      events.once(emitter, 'event').then(([value]) => print(value));
      emitter.emit('event', 1);
      emitter.emit('event', 2);
    },
  },
  'promise-leaves-the-error-listener': {
    sentence: 'once(): when the event is emitted, the promise is fulfilled and nothing more is heard; an error later is thrown.',
    rules: ['EMIT-22'],
    change: () => wrap(EventEmitter, 'once', (whole) => (emitter, name, options) => {
      if (emitter.on && name !== 'error') emitter.on('error', () => {});
      return whole(emitter, name, options);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      events.once(emitter, 'event').then(() => print(emitter.listenerCount('error')));
      emitter.emit('event');
    },
  },
  'promise-rejected-keeps-listening': {
    sentence: "once(): is rejected if the EventEmitter emits 'error' while waiting; it waits no longer.",
    rules: ['EMIT-23'],
    change: () => wrap(EventEmitter, 'once', (whole) => (emitter, name, options) => {
      const promise = whole(emitter, name, options);
      promise.catch(() => emitter.on(name, () => {}));
      return promise;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      events.once(emitter, 'event').catch(() => setImmediate(() => print(emitter.listenerCount('event'))));
      emitter.emit('error', new Error('expected'));
    },
  },
  'aborted-before-waits-all-the-same': {
    sentence: 'once(): an AbortSignal can be used to cancel waiting for the event, one that is aborted already included.',
    rules: ['EMIT-25'],
    change: () => wrap(EventEmitter, 'once', (whole) => (emitter, name, options) =>
      (options && options.signal && options.signal.aborted ? whole(emitter, name) : whole(emitter, name, options))),
    witness: (print) => {
      const emitter = new EventEmitter();
      events.once(emitter, 'event', { signal: AbortSignal.abort() }).catch(() => print('rejected'));
    },
  },
  'iterator-keeps-the-latest': {
    sentence: 'on() returns an AsyncIterator that iterates eventName events emitted by the emitter.',
    rules: ['EMIT-27'],
    change: () => wrap(EventEmitter, 'on', (whole) => (emitter, name, options) => {
      const inner = whole(emitter, name, options);
      const next = inner.next.bind(inner);
      let count = 0;
      inner.next = () => { count++; return count === 2 ? next().then(next) : next(); };
      return inner;
    }),
    witness: async (print) => {
      const emitter = new EventEmitter();
      setImmediate(() => { for (let i = 0; i < 5; i++) emitter.emit('event', i); });
      for await (const [i] of events.on(emitter, 'event')) { print(i); if (i === 4) break; }
    },
  },
  'iterator-leaves-its-listeners': {
    sentence: 'on(): it removes all listeners when exiting the loop.',
    rules: ['EMIT-27'],
    change: () => wrap(EventEmitter, 'on', (whole) => (emitter, name, options) => {
      if (emitter.on) emitter.on(name, () => {});
      return whole(emitter, name, options);
    }),
    witness: async (print) => {
      const emitter = new EventEmitter();
      setImmediate(() => emitter.emit('event'));
      for await (const value of events.on(emitter, 'event')) break;
      print(emitter.listenerCount('event'));
    },
  },
  'iterator-never-pauses': {
    sentence: 'highWaterMark: the emitter is paused every time the size of events being buffered is higher than it.',
    rules: ['EMIT-44'],
    change: () => wrap(EventEmitter, 'on', (whole) => (emitter, name, options) =>
      whole(emitter, name, { ...options, highWaterMark: undefined })),
    witness: (print) => {
      const emitter = Object.assign(new EventEmitter(), { pause: () => print('pause'), resume: () => print('resume') });
      events.on(emitter, 'event', { highWaterMark: 1, lowWaterMark: 1 });
      for (let i = 0; i < 4; i++) emitter.emit('event', i);
    },
  },
  'iterator-never-resumes': {
    sentence: 'lowWaterMark: the emitter is resumed every time the size of events being buffered is lower than it.',
    rules: ['EMIT-44'],
    change: () => wrap(EventEmitter, 'on', (whole) => (emitter, name, options) => {
      const inner = emitter.resume;
      if (inner && options && options.lowWaterMark) emitter.resume = () => {};
      return whole(emitter, name, options);
    }),
    witness: async (print) => {
      const emitter = Object.assign(new EventEmitter(), { pause: () => print('pause'), resume: () => print('resume') });
      const iterator = events.on(emitter, 'event', { highWaterMark: 2, lowWaterMark: 2 });
      for (let i = 0; i < 4; i++) emitter.emit('event', i);
      for (let i = 0; i < 4; i++) await iterator.next();
    },
  },
  'captured-with-no-arguments': {
    sentence: "Symbol.for('nodejs.rejection')(err, eventName, ...args)",
    rules: ['EMIT-17'],
    change: () => wrap(proto, 'emit', (whole) => function emit(...args) {
      const key = Symbol.for('nodejs.rejection');
      const method = this[key];
      if (method && !Object.prototype.hasOwnProperty.call(this, key) && method !== proto[key]) {
        Object.defineProperty(this, key, { value: (error) => method.call(this, error), configurable: true });
      } else if (method && method !== proto[key] && !method.changed) {
        this[key] = (error) => method.call(this, error);
        this[key].changed = true;
      }
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const emitter = new EventEmitter({ captureRejections: true });
      emitter[Symbol.for('nodejs.rejection')] = (error, name, arg) => print(name, arg);
      emitter.on('event', async () => { throw new Error('expected'); });
      emitter.emit('event', 1);
    },
  },
  'added-among-several-is-called': {
    sentence: 'Once an event is emitted, all listeners attached to it at the time of emitting are called in order.',
    rules: ['EMIT-7'],
    change: () => change('emit', (whole) => function emit(event, ...args) {
      const before = this.listenerCount(event);
      const heard = whole.call(this, event, ...args);
      if (before > 1) this.rawListeners(event).slice(before).forEach((added) => added.apply(this, args));
      return heard;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      emitter.once('other', () => {});
      emitter.on('event', () => emitter.on('event', () => print('added')));
      emitter.on('event', () => print('second'));
      emitter.emit('event');
    },
  },
  'iterator-keeps-a-queue-at-most': {
    sentence: 'events.on(): an AsyncIterator that iterates eventName events emitted by the emitter.',
    rules: ['EMIT-27'],
    change: () => wrap(events, 'on', (whole) => (emitter, event, options) => {
      const own = new EventEmitter();
      const iterator = whole(own, event, options);
      let waiting = 0;
      emitter.on(event, (...args) => { if (++waiting < 2047) own.emit(event, ...args); });
      emitter.on('error', (error) => own.emit('error', error));
      return iterator;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const iterator = events.on(emitter, 'event');
      for (let i = 0; i < 3000; i++) emitter.emit('event', i);
      (async () => { for (let i = 0; i < 3000; i++) await iterator.next(); print('all'); })();
    },
  },
  'once-is-once-for-each-emit': {
    sentence: 'emitter.once(): the next time eventName is triggered, this listener is removed and then invoked.',
    rules: ['EMIT-4'],
    change: () => change('once', (whole) => function once(event, listener) {
      const emitter = this;
      function wrapper(...args) {
        emitter.removeListener(event, wrapper);
        return listener.apply(emitter, args);
      }
      wrapper.listener = listener;
      return emitter.on(event, wrapper);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      let emits = 0;
      emitter.once('event', () => { if (++emits === 1) emitter.emit('event'); });
      emitter.once('event', () => print('second'));
      emitter.emit('event');
    },
  },
  'one-warning-for-each-emitter': {
    sentence: 'By default EventEmitters will print a warning if more than 10 listeners are added for a particular event.',
    rules: ['EMIT-20'],
    change: () => {
      const known = new WeakSet();
      wrap(process, 'emitWarning', (whole) => function emitWarning(warning, ...rest) {
        if (warning && warning.emitter && known.has(warning.emitter)) return;
        if (warning && warning.emitter) known.add(warning.emitter);
        whole.call(this, warning, ...rest);
      });
    },
    witness: (print) => {
      warned(print);
      const emitter = new EventEmitter();
      for (const event of ['a', 'b']) for (let i = 0; i < 11; i++) emitter.on(event, () => {});
    },
  },
};
