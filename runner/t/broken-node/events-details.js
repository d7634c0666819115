// events-details.js - what the listeners of the page on events are given, and what is left of them, broken.
'use strict';

const events = require('events');
const wrap = require('./wrap.js');

const { EventEmitter } = events;

module.exports = {
  'an-old-abort-is-heard-at-once': {
    sentence: 'events.addAbortListener(): listens once to the abort event on the provided signal.',
    rules: ['EMIT-37'],
    change: () => wrap(events, 'addAbortListener', (whole) => (signal, listener) => {
      if (!signal.aborted) return whole(signal, listener);
      listener();
      return { [Symbol.dispose]() {} };
    }),
    witness: (print) => { events.addAbortListener(AbortSignal.abort(), () => print('called')); print('end'); },
  },
  'monitor-is-given-nothing': {
    sentence: 'This symbol shall be used to install a listener for only monitoring error events.',
    rules: ['EMIT-13'],
    change: () => wrap(EventEmitter.prototype, 'emit', (whole) => function emit(event, ...args) {
      return event === events.errorMonitor ? whole.call(this, event) : whole.call(this, event, ...args);
    }),
    witness: (print) => {
      const emitter = new EventEmitter().on('error', () => {}).on(events.errorMonitor, (...args) => print(args.length));
      emitter.emit('error', new Error('failure'));
    },
  },
  'one-listener-counts-for-any': {
    sentence: 'If listener is provided, it will return how many times the listener is found.',
    rules: ['EMIT-41'],
    change: () => wrap(EventEmitter.prototype, 'listenerCount', (whole) => function listenerCount(event, listener) {
      return whole.call(this, event) === 1 ? 1 : whole.call(this, event, listener);
    }),
    witness: (print) => print(new EventEmitter().on('event', () => {}).listenerCount('event', () => {})),
  },
  'promise-stays-at-its-signal': {
    sentence: 'signal: can be used to cancel waiting for the event.',
    rules: ['EMIT-22'],
    change: () => wrap(events, 'once', (whole) => function once(emitter, event, options) {
      if (options && options.signal) options.signal.addEventListener('abort', () => {});
      return whole.call(this, emitter, event, options);
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const { signal } = new AbortController();
      events.once(emitter, 'event', { signal });
      emitter.emit('event');
      print(events.getEventListeners(signal, 'abort').length);
    },
  },
  'only-one-event-closes': {
    sentence: 'close: names of events that will end the iteration.',
    rules: ['EMIT-54'],
    change: () => wrap(events, 'on', (whole) => function on(emitter, event, options) {
      return whole.call(this, emitter, event, options && { ...options, close: (options.close || []).slice(0, 1) });
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      events.on(emitter, 'event', { close: ['end', 'stop'] }).next().then(() => print('closed'));
      emitter.emit('stop');
    },
  },
  'a-detail-that-is-zero-is-lost': {
    sentence: 'event.detail: returns custom data passed when initializing.',
    rules: ['EMIT-59'],
    change: () => {
      const { get } = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail');
      Object.defineProperty(CustomEvent.prototype, 'detail', { get() { return get.call(this) || null; } });
    },
    witness: (print) => print(new CustomEvent('event', { detail: 0 }).detail),
  },
  'a-removed-listener-is-called': {
    sentence: 'Removes the listener from the list of handlers for event type.',
    rules: ['EMIT-32'],
    change: () => wrap(EventTarget.prototype, 'removeEventListener', (whole) => function later(...args) {
      queueMicrotask(() => whole.apply(this, args));
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = () => print('called');
      target.addEventListener('event', () => target.removeEventListener('event', listener));
      target.addEventListener('event', listener);
      target.dispatchEvent(new Event('event'));
    },
  },
};
