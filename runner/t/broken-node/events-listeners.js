// events-listeners.js - the page on events, broken once more.
'use strict';

const EventEmitter = require('events');
const wrap = require('./wrap.js');

const { once, on } = EventEmitter;
const change = (name, make) => wrap(EventEmitter.prototype, name, make);
const show = (print, emitter, ...names) => { for (const name of names) emitter.on(name, (...args) => print(name, ...args)); return emitter; };

module.exports = {
  'symbols-are-texts': {
    sentence: 'eventName: a string or a symbol.',
    rules: ['EMIT-47'],
    change: () => ['on', 'emit'].forEach((name) => change(name, (whole) => function changed(event, ...args) {
      return whole.call(this, typeof event === 'symbol' && event.description && !event.description.includes('.') && event.description.startsWith('own') ? event.description : event, ...args);
    })),
    witness: (print) => { const each = new EventEmitter(); each.on('own', () => print('text')); each.emit(Symbol('own')); },
  },
  'emit-goes-on-after-a-throw': {
    sentence: 'emitter.emit(): synchronously calls each of the listeners (a listener that throws ends it).',
    rules: ['EMIT-48'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      if (typeof name !== 'string' || name === 'error' || this === process || !name.startsWith('e')) return whole.call(this, name, ...args);
      let thrown;
      for (const each of this.rawListeners(name)) { try { each.apply(this, args); } catch (error) { thrown = { error }; } }
      if (thrown) throw thrown.error;
      return this.listenerCount(name) > 0;
    }),
    witness: (print) => {
      const each = new EventEmitter();
      each.on('event', () => { throw new Error(); });
      each.on('event', () => print('second'));
      try { each.emit('event'); } catch (e) { print('thrown'); }
    },
  },
  'same-listener-once-only': {
    sentence: 'on(): no checks are made to see if the listener has already been added. Multiple calls will result in the listener being added, and called, multiple times.',
    rules: ['EMIT-50'],
    change: () => change('on', (whole) => function changed(name, listener) {
      return this.listeners(name).includes(listener) ? this : whole.call(this, name, listener);
    }) || (EventEmitter.prototype.addListener = EventEmitter.prototype.on),
    witness: (print) => { const each = new EventEmitter(); const act = () => print('called'); each.on('a', act).on('a', act); each.emit('a'); },
  },
  'nested-emit-is-queued': {
    sentence: 'emit() calls listeners synchronously: an emit within a listener runs before the rest.',
    rules: ['EMIT-49'],
    change: () => {
      const running = new WeakMap();
      change('emit', (whole) => function emit(name, ...args) {
        if (this === process || typeof name !== 'string' || name === 'error') return whole.call(this, name, ...args);
        const queue = running.get(this);
        if (queue) { queue.push([name, ...args]); return true; }
        const own = [];
        running.set(this, own);
        let answer;
        try { answer = whole.call(this, name, ...args); } finally { running.delete(this); }
        while (own.length) this.emit(...own.shift());
        return answer;
      });
    },
    witness: (print) => {
      const each = show(print, new EventEmitter(), 'inner');
      each.on('outer', () => each.emit('inner')).on('outer', () => print('rest'));
      each.emit('outer');
    },
  },
  'removed-twice-removes-two': {
    sentence: 'removeListener() will remove, at most, one instance of a listener from the listener array.',
    rules: ['EMIT-50'],
    change: () => ['removeListener', 'off'].forEach((name) => change(name, (whole) => function changed(event, listener) {
      while (this.listeners(event).includes(listener)) whole.call(this, event, listener);
      return this;
    })),
    witness: (print) => { const each = new EventEmitter(); const act = () => print('called'); each.on('a', act).on('a', act).off('a', act); each.emit('a'); },
  },
  'once-is-kept-if-it-throws': {
    sentence: 'once(): the next time eventName is triggered, this listener is removed and then invoked.',
    rules: ['EMIT-48'],
    change: () => change('once', () => function changed(name, listener) {
      const act = (...args) => { listener.apply(this, args); this.removeListener(name, act); };
      act.listener = listener;
      return this.on(name, act);
    }),
    witness: (print) => {
      const each = new EventEmitter();
      each.once('a', () => { print('called'); throw new Error(); });
      for (let i = 0; i < 2; i++) { try { each.emit('a'); } catch (e) { print('thrown'); } }
    },
  },
  'newListener-only-for-others': {
    sentence: "'newListener': any additional listeners registered to the same name within the 'newListener' callback are inserted before the listener that is in the process of being added.",
    rules: ['EMIT-51'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      if (name !== 'newListener') return whole.call(this, name, ...args);
      queueMicrotask(() => whole.call(this, name, ...args));
      return true;
    }),
    witness: (print) => {
      const each = new EventEmitter();
      each.once('newListener', () => each.on('a', () => print('inserted')));
      each.on('a', () => print('added'));
      each.emit('a');
    },
  },
  'promise-of-once-resolves-with-one': {
    sentence: 'events.once(): the promise will resolve with an array of all the arguments emitted to the given event.',
    rules: ['EMIT-22'],
    change: () => { EventEmitter.once = (...args) => once(...args).then((all) => all.slice(0, 1)); },
    witness: (print) => { const each = new EventEmitter(); EventEmitter.once(each, 'a').then((all) => print(all.length)); each.emit('a', 1, 2); },
  },
  'promise-of-a-target-never-comes': {
    sentence: 'events.once(emitter, name): works with EventTarget as well.',
    rules: ['EMIT-53'],
    change: () => { EventEmitter.once = (emitter, ...rest) => (emitter instanceof EventTarget ? new Promise(() => {}) : once(emitter, ...rest)); },
    witness: (print) => { const each = new EventTarget(); EventEmitter.once(each, 'a').then(() => print('resolved')); each.dispatchEvent(new Event('a')); },
  },
  'iterator-of-a-target-is-empty': {
    sentence: 'events.on(eventTarget, eventName): an AsyncIterator that iterates eventName events.',
    rules: ['EMIT-53'],
    change: () => { EventEmitter.on = (emitter, name, options) => on(emitter instanceof EventTarget ? new EventEmitter() : emitter, name, options); },
    witness: (print) => { const each = new EventTarget(); EventEmitter.on(each, 'a').next().then(() => print('next')); each.dispatchEvent(new Event('a')); },
  },
  'iterator-ignores-the-close-events': {
    sentence: 'events.on(): close: names of events that will end the iteration.',
    rules: ['EMIT-54'],
    change: () => { EventEmitter.on = (emitter, name, options = {}) => on(emitter, name, { ...options, close: undefined }); },
    witness: async (print) => {
      const each = new EventEmitter();
      setTimeout(() => { each.emit('a', 1); each.emit('end'); }, 1);
      for await (const [value] of EventEmitter.on(each, 'a', { close: ['end'] })) print(value);
      print('over');
    },
  },
  'max-of-one-is-for-all': {
    sentence: 'emitter.setMaxListeners(): allows the limit to be modified for this specific EventEmitter instance.',
    rules: ['EMIT-56'],
    change: () => change('setMaxListeners', () => function changed(count) { EventEmitter.defaultMaxListeners = count; return this; }),
    witness: (print) => { new EventEmitter().setMaxListeners(3); print(new EventEmitter().getMaxListeners()); },
  },
  'rejection-is-captured-for-async-only': {
    sentence: "captureRejections: true: an 'error' is emitted when a promise that a listener returns is rejected (any thenable).",
    rules: ['EMIT-15'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      if (name === 'error' && this !== process && new Error().stack.includes('emitUnhandledRejectionOrErr')) return true;
      return whole.call(this, name, ...args);
    }),
    witness: (print) => {
      const each = new EventEmitter({ captureRejections: true });
      each.on('error', () => print('error'));
      each.on('a', async () => { throw new Error('x'); });
      each.emit('a');
    },
  },
  'prepended-after-the-other-prepended': {
    sentence: 'prependListener(): adds the listener function to the beginning of the listeners array.',
    rules: ['EMIT-52'],
    change: () => {
      const counts = new WeakMap();
      change('prependListener', (whole) => function changed(name, listener) {
        const all = this.rawListeners(name);
        const at = counts.get(this) || 0;
        counts.set(this, at + 1);
        whole.call(this, name, listener);
        if (!at) return this;
        this.removeAllListeners(name);
        all.splice(at, 0, listener);
        for (const each of all) this.on(name, each);
        return this;
      });
    },
    witness: (print) => {
      const each = new EventEmitter();
      each.prependListener('a', () => print(1));
      each.prependListener('a', () => print(2));
      each.emit('a');
    },
  },
  'emit-of-nobody-is-true': {
    sentence: 'emit(): returns true if the event had listeners, false otherwise.',
    rules: ['EMIT-55'],
    change: () => change('emit', (whole) => function emit(...args) { whole.apply(this, args); return this.eventNames().includes(args[0]); }),
    witness: (print) => { const each = new EventEmitter(); each.once('a', () => {}); print(each.emit('a')); },
  },
  'resource-emitter-has-no-destroy': {
    sentence: 'EventEmitterAsyncResource.emitDestroy(): call all destroy hooks. An error will be thrown if it is called more than once.',
    rules: ['EMIT-57'],
    change: () => wrap(EventEmitter.EventEmitterAsyncResource.prototype, 'emitDestroy', () => () => {}),
    witness: (print) => {
      const each = new EventEmitter.EventEmitterAsyncResource({ name: 'x' });
      require('async_hooks').createHook({ destroy: (id) => { if (id === each.asyncId) print('destroy'); } }).enable();
      each.emitDestroy();
      setImmediate(() => {});
    },
  },
};
