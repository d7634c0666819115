// events-dispatch.js - the page on events, broken once more: targets, their events, rejections and limits.
'use strict';

const events = require('events');
const wrap = require('./wrap.js');

const { EventEmitter, EventEmitterAsyncResource } = events;
const change = (name, make) => wrap(events, name, make);
const changeTarget = (name, make) => wrap(EventTarget.prototype, name, make);
const changeValue = (proto, name, make) => {
  const { get, set } = Object.getOwnPropertyDescriptor(proto, name);
  Object.defineProperty(proto, name, { get() { return make.call(this, get.call(this)); }, set, configurable: true });
};
const port = () => {
  const { port1 } = new (require('worker_threads').MessageChannel)();
  port1.close();
  return port1;
};
// The class of targets with an emitter's methods has no name outside; a port has it.
const changeNodeTarget = (name, make) => {
  let proto = Object.getPrototypeOf(port());
  while (!Object.prototype.hasOwnProperty.call(proto, 'removeAllListeners')) proto = Object.getPrototypeOf(proto);
  wrap(proto, name, make);
};
const nothing = () => {};

module.exports = {
  'port-always-heard': {
    sentence: 'nodeEventTarget.emit(): true if event listeners registered for the type exist, otherwise false.',
    rules: ['EMIT-58'],
    change: () => changeNodeTarget('emit', (whole) => function emit(...args) { whole.apply(this, args); return true; }),
    witness: (print) => print(port().emit('event')),
  },
  'port-emits-no-argument': {
    sentence: 'nodeEventTarget.emit(): dispatches the arg to the list of handlers for type.',
    rules: ['EMIT-58'],
    change: () => changeNodeTarget('emit', (whole) => function emit(type) { return whole.call(this, type); }),
    witness: (print) => { const made = port(); made.on('event', print); made.emit('event', 3); },
  },
  'port-counts-to-one': {
    sentence: 'nodeEventTarget.listenerCount(): the number of event listeners registered for the type.',
    rules: ['EMIT-58'],
    change: () => changeNodeTarget('listenerCount', (whole) => function count(type) { return Math.min(1, whole.call(this, type)); }),
    witness: (print) => print(port().on('event', () => {}).on('event', () => {}).listenerCount('event')),
  },
  'port-removes-all-types': {
    sentence: 'nodeEventTarget.removeAllListeners(): if type is specified, removes all registered listeners for type.',
    rules: ['EMIT-58'],
    change: () => changeNodeTarget('removeAllListeners', (whole) => function removeAllListeners() { return whole.call(this); }),
    witness: (print) => print(port().on('a', nothing).on('b', nothing).removeAllListeners('a').listenerCount('b')),
  },
  'port-forgets-its-limit': {
    sentence: 'nodeEventTarget.getMaxListeners(): the number of max event listeners.',
    rules: ['EMIT-58'],
    change: () => changeNodeTarget('getMaxListeners', () => () => 10),
    witness: (print) => { const made = port(); made.setMaxListeners(3); print(made.getMaxListeners()); },
  },
  'event-without-a-time': {
    sentence: 'event.timeStamp: the millisecond timestamp when the Event object was created.',
    rules: ['EMIT-59'],
    change: () => changeValue(Event.prototype, 'timeStamp', () => 0),
    witness: (print) => print(new Event('event').timeStamp > 0),
  },
  'return-value-stays-true': {
    sentence: 'The value of event.returnValue is always the opposite of event.defaultPrevented.',
    rules: ['EMIT-59'],
    change: () => changeValue(Event.prototype, 'returnValue', () => true),
    witness: (print) => { const event = new Event('event', { cancelable: true }); event.preventDefault(); print(event.returnValue); },
  },
  'always-cancelable': {
    sentence: 'event.cancelable: true if the event was created with the cancelable option.',
    rules: ['EMIT-59'],
    change: () => changeValue(Event.prototype, 'cancelable', () => true),
    witness: (print) => print(new Event('event').cancelable),
  },
  'no-source-element': {
    sentence: 'event.srcElement: alias for event.target.',
    rules: ['EMIT-59'],
    change: () => changeValue(Event.prototype, 'srcElement', () => null),
    witness: (print) => { const event = new Event('event'); new EventTarget().dispatchEvent(event); print(event.srcElement === event.target); },
  },
  'custom-event-without-detail': {
    sentence: 'event.detail: returns custom data passed when initializing.',
    rules: ['EMIT-59'],
    change: () => changeValue(CustomEvent.prototype, 'detail', () => null),
    witness: (print) => print(new CustomEvent('event', { detail: 4 }).detail),
  },
  'method-without-its-object': {
    sentence: 'Listeners may be objects with a handleEvent property whose value is a function (a method).',
    rules: ['EMIT-60'],
    change: () => changeTarget('addEventListener', (whole) => function addEventListener(type, listener, options) {
      const bare = listener && typeof listener === 'object' ? (event) => listener.handleEvent.call(undefined, event) : listener;
      return whole.call(this, type, bare, options);
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = { handleEvent() { print(this === listener); } };
      target.addEventListener('event', listener);
      target.dispatchEvent(new Event('event'));
    },
  },
  'rejection-alone': {
    sentence: "emitter[Symbol.for('nodejs.rejection')](err, eventName[, ...args]).",
    rules: ['EMIT-61'],
    change: () => wrap(EventEmitter, 'init', (whole) => function init(options) {
      whole.call(this, options);
      const own = this[events.captureRejectionSymbol];
      if (typeof own !== 'function') return;
      const value = (error, name) => own.call(this, error, name);
      Object.defineProperty(this, events.captureRejectionSymbol, { value, configurable: true, writable: true });
    }),
    witness: (print) => {
      class Own extends EventEmitter {
        constructor() { super({ captureRejections: true }); }

        [events.captureRejectionSymbol](error, name, ...args) { print(args.length); }
      }
      new Own().on('event', async () => { throw new Error('x'); }).emit('event', 1, 2);
    },
  },
  'resource-without-its-emitter': {
    sentence: 'The returned AsyncResource object has an additional eventEmitter property.',
    rules: ['EMIT-62'],
    change: () => changeValue(EventEmitterAsyncResource.prototype, 'asyncResource', (resource) =>
      Object.defineProperty(resource, 'eventEmitter', { value: undefined, configurable: true })),
    witness: (print) => print(typeof new EventEmitterAsyncResource({ name: 'X' }).asyncResource.eventEmitter),
  },
  'resource-without-its-trigger': {
    sentence: 'triggerAsyncId: the same triggerAsyncId that is passed to the AsyncResource constructor.',
    rules: ['EMIT-62'],
    change: () => changeValue(EventEmitterAsyncResource.prototype, 'triggerAsyncId', () => 0),
    witness: (print) => print(new EventEmitterAsyncResource({ name: 'X', triggerAsyncId: 42 }).triggerAsyncId),
  },
  'limit-of-any-target': {
    sentence: 'events.getMaxListeners(): returns the currently set max amount of listeners (of a target, too).',
    rules: ['EMIT-63'],
    change: () => change('getMaxListeners', (whole) => (of) => of instanceof EventEmitter ? whole(of) : 10),
    witness: (print) => { const target = new EventTarget(); events.setMaxListeners(5, target); print(events.getMaxListeners(target)); },
  },
  'no-listeners-of-targets': {
    sentence: 'events.listenerCount(): for EventTargets this is the only way to obtain the listener count.',
    rules: ['EMIT-63'],
    change: () => change('listenerCount', (whole) => (of, type) => of instanceof EventEmitter ? whole(of, type) : 0),
    witness: (print) => { const target = new EventTarget(); target.addEventListener('a', nothing); print(events.listenerCount(target, 'a')); },
  },
  'four-arguments-at-most': {
    sentence: 'The emit() method allows an arbitrary set of arguments to be passed to the listener functions.',
    rules: ['EMIT-5'],
    change: () => wrap(EventEmitter.prototype, 'emit', (whole) => function emit(name, ...args) { return whole.call(this, name, ...args.slice(0, 4)); }),
    witness: (print) => new EventEmitter().on('event', (...args) => print(args.length)).emit('event', 1, 2, 3, 4, 5, 6),
  },
  'iterator-of-first-arguments': {
    sentence: 'events.on(): the value returned by each iteration is an array composed of the emitted event arguments.',
    rules: ['EMIT-27'],
    change: () => change('on', (whole) => (...args) => {
      const iterator = whole(...args);
      wrap(iterator, 'next', (next) => function first() {
        return next.call(this).then(({ done, value }) => ({ done, value: value && value.slice(0, 1) }));
      });
      return iterator;
    }),
    witness: (print) => {
      const emitter = new EventEmitter();
      const iterator = events.on(emitter, 'event');
      emitter.emit('event', 1, 2);
      iterator.next().then(({ value }) => print(value.length));
    },
  },
};
