// events.js - the page on events, broken. Only emitters that a program makes with the class itself
// are, so that those of Node go on.
'use strict';

const EventEmitter = require('events');
const wrap = require('./wrap.js');

const proto = EventEmitter.prototype;
const isOwn = (emitter) => Object.getPrototypeOf(emitter) === proto;

// Change a method for those emitters only.
const change = (name, make) => wrap(proto, name, (whole) => {
  const broken = make(whole);
  return function method(...args) {
    return (isOwn(this) ? broken : whole).apply(this, args);
  };
});
// `arrange` says which listeners an emit calls, and in which order.
const changeOrder = (arrange) => change('emit', (whole) => function emit(name, ...args) {
  const raw = this.rawListeners(name);
  if (raw.length < 2) return whole.call(this, name, ...args);
  for (const listener of arrange(raw)) listener.apply(this, args);
  return true;
});
const changeOnce = (make) => wrap(EventEmitter, 'once', make);
const changeOn = (make) => wrap(EventEmitter, 'on', make);
const changeTarget = (name, make) => wrap(EventTarget.prototype, name, make);

const make = () => new EventEmitter();
const twoListeners = (print) => {
  const emitter = make();
  emitter.on('event', () => print('first'));
  emitter.on('event', () => print('second'));
  return emitter;
};
const rejecting = (print, options) => {
  const emitter = new EventEmitter(options);
  process.on('unhandledRejection', () => print('unhandled'));
  emitter.on('error', () => print('error'));
  emitter.on('event', async () => { throw new Error('x'); });
  return emitter;
};
const aborted = () => {
  const controller = new AbortController();
  controller.abort();
  return controller.signal;
};
const tellWarnings = (print) => process.on('warning', (warning) => print(warning.name, warning.count));
const add = (emitter, count) => { for (let i = 0; i < count; i++) emitter.on('event', () => {}); };

module.exports = {
  'listeners-in-reverse': {
    sentence: 'Calls all listeners synchronously in the order in which they were registered.',
    rules: ['EMIT-1'],
    change: () => changeOrder((raw) => raw.reverse()),
    witness: (print) => twoListeners(print).emit('event'),
  },
  'listeners-later': {
    sentence: 'Calls all listeners synchronously in the order in which they were registered.',
    rules: ['EMIT-1'],
    change: () => change('emit', (whole) => function emit(...args) {
      if (args[0] === 'error' || !this.listenerCount(args[0])) return whole.apply(this, args);
      process.nextTick(() => whole.apply(this, args));
      return true;
    }),
    witness: (print) => {
      twoListeners(print).emit('event');
      print('end');
    },
  },
  'first-listener-only': {
    sentence: 'Synchronously calls each of the listeners registered for the event.',
    rules: ['EMIT-1'],
    change: () => changeOrder((raw) => raw.slice(0, 1)),
    witness: (print) => twoListeners(print).emit('event'),
  },
  'queues-drain-between-listeners': {
    sentence: 'Calls all listeners synchronously: emitting is a plain call.',
    rules: ['TICK-18'],
    change: () => changeOrder(function* arrange(raw) {
      for (const listener of raw) {
        yield listener;
        process._tickCallback();
      }
    }),
    witness: (print) => {
      const emitter = make();
      emitter.on('event', () => process.nextTick(() => print('tick')));
      emitter.on('event', () => print('second'));
      emitter.emit('event');
    },
  },
  'late-listener-hears-of-it': {
    sentence: 'All of the functions attached to that specific event are called: those that are attached.',
    rules: ['TICK-15'],
    change: () => {
      const missed = new WeakMap();
      wrap(proto, 'emit', (whole) => function emit(name, ...args) {
        const heard = whole.call(this, name, ...args);
        if (!heard) missed.set(this, { name, args });
        return heard;
      });
      wrap(proto, 'on', (whole) => function on(name, listener) {
        whole.call(this, name, listener);
        const old = missed.get(this);
        if (old && old.name === name) listener.apply(this, old.args);
        return this;
      });
    },
    witness: (print) => {
      const emitter = make();
      emitter.emit('event');
      emitter.on('event', () => print('heard'));
    },
  },
  'prepend-appends': {
    sentence: 'Adds the listener function to the beginning of the listeners array.',
    rules: ['EMIT-2'],
    change: () => {
      change('prependListener', () => proto.on);
      change('prependOnceListener', () => proto.once);
    },
    witness: (print) => twoListeners(print).prependListener('event', () => print('zero')).emit('event'),
  },
  'on-is-once': {
    sentence: 'That listener is invoked every time the named event is emitted.',
    rules: ['EMIT-3'],
    change: () => change('on', () => function on(...args) { return this.once(...args); }),
    witness: (print) => {
      const emitter = twoListeners(print);
      emitter.emit('event');
      emitter.emit('event');
    },
  },
  'once-stays': {
    sentence: 'A listener that is called at most once for a particular event.',
    rules: ['EMIT-4'],
    change: () => change('once', () => function once(name, listener) {
      let left = 2;
      return this.on(name, function call(...args) {
        if (--left === 0) this.removeListener(name, call);
        listener.apply(this, args);
      });
    }),
    witness: (print) => {
      const emitter = make().once('event', () => print('once'));
      emitter.emit('event');
      emitter.emit('event');
    },
  },
  'once-is-called-and-then-removed': {
    sentence: 'Once the event is emitted, the listener is unregistered and then called.',
    rules: ['EMIT-4'],
    change: () => change('once', () => function once(name, listener) {
      let done = false;
      return this.on(name, function call(...args) {
        if (done) return;
        done = true;
        listener.apply(this, args);
        this.removeListener(name, call);
      });
    }),
    witness: (print) => {
      const emitter = make();
      emitter.once('event', () => print(emitter.listenerCount('event'))).emit('event');
    },
  },
  'arguments-lost': {
    sentence: 'Passing the supplied arguments to each.',
    rules: ['EMIT-5'],
    change: () => change('emit', (whole) => function emit(name, value, ...rest) {
      return name === 'event' ? whole.call(this, name, value) : whole.call(this, name, value, ...rest);
    }),
    witness: (print) => make().on('event', (...args) => print(...args)).emit('event', 1, 2),
  },
  'this-lost': {
    sentence: 'The standard this keyword is set to reference the EventEmitter instance.',
    rules: ['EMIT-5'],
    change: () => change('on', (whole) => function on(name, listener) {
      return whole.call(this, name, (...args) => listener(...args));
    }),
    witness: (print) => make().on('event', function tell() { print(typeof this); }).emit('event'),
  },
  'answer-always-true': {
    sentence: 'Returns true if the event had listeners, false otherwise.',
    rules: ['EMIT-5'],
    change: () => change('emit', (whole) => function emit(...args) {
      whole.apply(this, args);
      return true;
    }),
    witness: (print) => print(make().emit('event')),
  },
  'removal-reaches-the-emit-in-progress': {
    sentence: 'removeListener() calls after emitting and before the last listener finishes will not remove them from emit() in progress.',
    rules: ['EMIT-6'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      const raw = this.rawListeners(name);
      if (raw.length < 2) return whole.call(this, name, ...args);
      for (const listener of raw) {
        if (this.rawListeners(name).includes(listener)) listener.apply(this, args);
      }
      return true;
    }),
    witness: (print) => {
      const emitter = make();
      emitter.on('event', () => emitter.removeAllListeners());
      emitter.on('event', () => print('second'));
      emitter.emit('event');
    },
  },
  'addition-reaches-the-emit-in-progress': {
    sentence: 'All listeners attached to it at the time of emitting are called.',
    rules: ['EMIT-7'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      const old = this.rawListeners(name);
      const answer = whole.call(this, name, ...args);
      for (const listener of this.rawListeners(name)) {
        if (!old.includes(listener)) listener.apply(this, args);
      }
      return answer;
    }),
    witness: (print) => {
      const emitter = make();
      emitter.once('event', () => emitter.on('event', () => print('late'))).emit('event');
    },
  },
  'removal-of-all-instances': {
    sentence: 'removeListener() will remove, at most, one instance of a listener.',
    rules: ['EMIT-8'],
    change: () => change('removeListener', (whole) => function removeListener(name, listener) {
      while (this.listeners(name).includes(listener)) whole.call(this, name, listener);
      return this;
    }),
    witness: (print) => {
      const listener = () => {};
      print(make().on('event', listener).on('event', listener)
        .removeListener('event', listener).listenerCount('event'));
    },
  },
  'removal-of-the-first-instance': {
    sentence: 'removeListener() will remove the most recently added instance.',
    rules: ['EMIT-8'],
    change: () => change('removeListener', (whole) => function removeListener(name, listener) {
      const raw = this.rawListeners(name);
      const first = raw.find((each) => each === listener || each.listener === listener);
      if (raw.indexOf(listener) < 0 || raw.length < 2) return whole.call(this, name, listener);
      const rest = raw.filter((each) => each !== first);
      this.removeAllListeners(name);
      for (const each of rest) this.on(name, each);
      return this;
    }),
    witness: (print) => {
      const listener = () => print('called');
      const emitter = make().on('event', listener).once('event', listener);
      emitter.removeListener('event', listener);
      emitter.emit('event');
      emitter.emit('event');
    },
  },
  'new-listener-too-late': {
    sentence: "Emits its own 'newListener' event before a listener is added.",
    rules: ['EMIT-9'],
    change: () => change('on', (whole) => function on(name, listener) {
      const tellers = this.rawListeners('newListener');
      if (name === 'newListener' || !tellers.length) return whole.call(this, name, listener);
      this.removeAllListeners('newListener');
      whole.call(this, name, listener);
      for (const teller of tellers) (teller.listener || teller).call(this, name, listener);
      return this;
    }),
    witness: (print) => {
      const emitter = make();
      emitter.on('newListener', (name) => print(emitter.listenerCount(name)));
      emitter.on('event', () => {});
    },
  },
  'remove-listener-too-early': {
    sentence: "The 'removeListener' event is emitted after the listener is removed.",
    rules: ['EMIT-10'],
    change: () => {
      const early = (whole) => function removeListener(name, listener) {
        const tellers = this.listeners('removeListener');
        for (const teller of tellers) teller.call(this, name, listener);
        this.removeAllListeners('removeListener');
        whole.call(this, name, listener);
        for (const teller of tellers) this.on('removeListener', teller);
        return this;
      };
      change('removeListener', early);
      change('off', early);
    },
    witness: (print) => {
      const emitter = make();
      const listener = () => {};
      emitter.on('removeListener', (name) => print(emitter.listenerCount(name)));
      emitter.on('event', listener).off('event', listener);
    },
  },
  'all-removed-though-one-was-named': {
    sentence: 'Removes all listeners, or those of the specified eventName.',
    rules: ['EMIT-11'],
    change: () => change('removeAllListeners', (whole) => function removeAllListeners() {
      return whole.call(this);
    }),
    witness: (print) => print(make().on('a', () => {}).removeAllListeners('b').listenerCount('a')),
  },
  'none-removed-without-a-name': {
    sentence: 'Removes all listeners, or those of the specified eventName.',
    rules: ['EMIT-11'],
    change: () => change('removeAllListeners', (whole) => function removeAllListeners(...args) {
      return args.length ? whole.apply(this, args) : this;
    }),
    witness: (print) => print(make().on('a', () => {}).removeAllListeners().listenerCount('a')),
  },
  'error-is-not-thrown': {
    sentence: "If there is no listener for the 'error' event, the error is thrown.",
    rules: ['EMIT-12', 'EMIT-14'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      try {
        return whole.call(this, name, ...args);
      } catch (err) {
        if (name === 'error') return false;
        throw err;
      }
    }),
    witness: (print) => {
      make().emit('error', new Error('x'));
      print('end');
    },
  },
  'error-is-thrown-to-its-listeners': {
    sentence: "As a best practice, listeners should always be added for the 'error' events.",
    rules: ['EMIT-12'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      const answer = whole.call(this, name, ...args);
      if (name === 'error') throw args[0];
      return answer;
    }),
    witness: (print) => {
      make().on('error', () => print('heard')).emit('error', new Error('x'));
      print('end');
    },
  },
  'monitor-comes-last': {
    sentence: "Listeners installed using this symbol are called before the regular 'error' listeners are called.",
    rules: ['EMIT-13'],
    change: () => change('on', (whole) => function on(name, listener) {
      return whole.call(this, name === EventEmitter.errorMonitor ? 'error' : name, listener);
    }),
    witness: (print) => make().on('error', () => print('listener'))
      .on(EventEmitter.errorMonitor, () => print('monitor')).emit('error', new Error('x')),
  },
  'monitor-catches': {
    sentence: "The process will still crash if no regular 'error' listener is installed.",
    rules: ['EMIT-14'],
    change: () => change('emit', (whole) => function emit(name, ...args) {
      if (name === 'error' && this.listenerCount(EventEmitter.errorMonitor)) {
        this.once('error', () => {});
      }
      return whole.call(this, name, ...args);
    }),
    witness: (print) => {
      make().on(EventEmitter.errorMonitor, () => {}).emit('error', new Error('x'));
      print('end');
    },
  },
  'rejection-is-swallowed': {
    sentence: "Routes the exception asynchronously to the 'error' event handler.",
    rules: ['EMIT-15', 'EMIT-17'],
    change: () => change('on', (whole) => function on(name, listener) {
      return whole.call(this, name, function call(...args) {
        const result = listener.apply(this, args);
        if (name === 'event' && result && result.catch) result.catch(() => {});
        return undefined;
      });
    }),
    witness: (print) => rejecting(print, { captureRejections: true }).emit('event'),
  },
  'rejection-waits-for-an-immediate': {
    sentence: "Routes the exception asynchronously to the 'error' event handler.",
    rules: ['EMIT-15'],
    change: () => change('on', (whole) => function on(name, listener) {
      if (name !== 'error') return whole.call(this, name, listener);
      return whole.call(this, name, (...args) => setImmediate(listener, ...args));
    }),
    witness: (print) => {
      rejecting(print, { captureRejections: true }).emit('event');
      process.nextTick(() => process.nextTick(() => queueMicrotask(() =>
        process.nextTick(() => print('tick')))));
    },
  },
  'rejection-is-always-captured': {
    sentence: 'captureRejections: default false.',
    rules: ['EMIT-16', 'EMIT-17', 'EMIT-18'],
    change: () => change('on', (whole) => function on(name, listener) {
      return whole.call(this, name, function call(...args) {
        const result = listener.apply(this, args);
        if (name === 'event' && result && result.catch) result.catch((err) => this.emit('error', err));
      });
    }),
    witness: (print) => rejecting(print).emit('event'),
  },
  'default-of-capturing-is-ignored': {
    sentence: 'Setting events.captureRejections = true will change the default for all new instances.',
    rules: ['EMIT-18'],
    change: () => wrap(EventEmitter, 'init', (whole) => function init(...args) {
      const wanted = EventEmitter.captureRejections;
      EventEmitter.captureRejections = false;
      whole.apply(this, args);
      EventEmitter.captureRejections = wanted;
    }),
    witness: (print) => {
      EventEmitter.captureRejections = true;
      rejecting(print).emit('event');
    },
  },
  'error-of-capturing-is-captured': {
    sentence: "The 'error' events that are generated by captureRejections do not have a catch handler.",
    rules: ['EMIT-19'],
    change: () => change('on', (whole) => function on(name, listener) {
      return whole.call(this, name, function call(...args) {
        const result = listener.apply(this, args);
        if (name === 'error' && result && result.catch) result.catch(() => {});
        return result;
      });
    }),
    witness: (print) => {
      const emitter = rejecting(print, { captureRejections: true });
      emitter.on('error', async () => { throw new Error('y'); });
      emitter.emit('event');
    },
  },
  'no-warning-of-many-listeners': {
    sentence: 'By default EventEmitters will print a warning if more than 10 listeners are added for a particular event.',
    rules: ['EMIT-20', 'EMIT-21'],
    change: () => wrap(process, 'emitWarning', (whole) => (warning, ...rest) => {
      if (warning.name !== 'MaxListenersExceededWarning') whole.call(process, warning, ...rest);
    }),
    witness: (print) => {
      tellWarnings(print);
      add(make(), 11);
    },
  },
  'warning-of-the-tenth-listener': {
    sentence: 'By default EventEmitters will print a warning if more than 10 listeners are added for a particular event.',
    rules: ['EMIT-20'],
    change: () => { EventEmitter.defaultMaxListeners = 9; },
    witness: (print) => {
      tellWarnings(print);
      add(make(), 10);
    },
  },
  'warning-of-each-listener': {
    sentence: 'A warning is emitted once for an event.',
    rules: ['EMIT-20'],
    change: () => change('on', (whole) => function on(name, ...rest) {
      const list = this._events && this._events[name];
      if (Array.isArray(list)) list.warned = false;
      return whole.call(this, name, ...rest);
    }),
    witness: (print) => {
      tellWarnings(print);
      add(make(), 13);
    },
  },
  'eleventh-listener-is-refused': {
    sentence: 'This is not a hard limit. The EventEmitter instance will allow more listeners to be added.',
    rules: ['EMIT-20'],
    change: () => change('on', (whole) => function on(name, ...rest) {
      return this.listenerCount(name) < 11 ? whole.call(this, name, ...rest) : this;
    }),
    witness: (print) => {
      const emitter = make();
      add(emitter, 13);
      print(emitter.listenerCount('event'));
    },
  },
  'limit-cannot-be-set': {
    sentence: 'The emitter.setMaxListeners() method allows the limit to be modified for this specific EventEmitter instance.',
    rules: ['EMIT-21'],
    change: () => change('setMaxListeners', () => function setMaxListeners() { return this; }),
    witness: (print) => {
      tellWarnings(print);
      add(make().setMaxListeners(2), 3);
    },
  },
  'promise-has-one-argument': {
    sentence: 'The Promise will resolve with an array of all the arguments emitted to the given event.',
    rules: ['EMIT-22'],
    change: () => changeOnce((whole) => async (...args) => (await whole(...args)).slice(0, 1)),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'event').then((args) => print(args.length));
      emitter.emit('event', 1, 2);
    },
  },
  'promise-leaves-a-listener': {
    sentence: 'Creates a Promise that is fulfilled when the EventEmitter emits the given event.',
    rules: ['EMIT-22'],
    change: () => changeOnce((whole) => (emitter, name, ...rest) => {
      emitter.on(name, () => {});
      return whole(emitter, name, ...rest);
    }),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'event');
      emitter.emit('event');
      print(emitter.listenerCount('event'));
    },
  },
  'promise-waits-for-the-loop': {
    sentence: 'Promise tasks are handled after the current execution stack runs to completion.',
    rules: ['EMIT-26'],
    change: () => changeOnce((whole) => (...args) => whole(...args)
      .then((value) => new Promise((resolve) => setTimeout(resolve, 20, value)))),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'event').then(() => print('event'));
      emitter.emit('event');
      setTimeout(() => print('timeout'), 5);
    },
  },
  'promise-ignores-the-error': {
    sentence: "Rejected if the EventEmitter emits 'error' while waiting.",
    rules: ['EMIT-23'],
    change: () => changeOnce(() => (emitter, name) => new Promise((resolve) => {
      emitter.on('error', () => {});
      emitter.once(name, (...args) => resolve(args));
    })),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'event').catch(() => print('rejected'));
      emitter.emit('error', new Error('x'));
    },
  },
  'promise-of-error-is-rejected': {
    sentence: "Used to wait for the 'error' event itself, it is treated as any other kind of event.",
    rules: ['EMIT-24'],
    change: () => changeOnce((whole) => async (emitter, name, ...rest) => {
      const args = await whole(emitter, name, ...rest);
      if (name === 'error') throw args[0];
      return args;
    }),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'error').then(() => print('fulfilled'), () => print('rejected'));
      emitter.emit('error', new Error('x'));
    },
  },
  'promise-ignores-its-signal': {
    sentence: 'An AbortSignal can be used to cancel waiting for the event.',
    rules: ['EMIT-25'],
    change: () => changeOnce((whole) => (emitter, name) => whole(emitter, name)),
    witness: (print) => {
      const emitter = make();
      EventEmitter.once(emitter, 'event', { signal: aborted() })
        .then(() => print('fulfilled'), () => print('rejected'));
      emitter.emit('event');
    },
  },
  'promise-remembers-events': {
    sentence: "Events can be 'missed' if a series of await events.once() statements is used.",
    rules: ['EMIT-26'],
    change: () => {
      const last = new WeakMap();
      change('emit', (whole) => function emit(name, ...args) {
        last.set(this, { ...last.get(this), [name]: args });
        return whole.call(this, name, ...args);
      });
      changeOnce((whole) => (emitter, name, ...rest) => {
        const seen = last.get(emitter);
        return seen && seen[name] ? Promise.resolve(seen[name]) : whole(emitter, name, ...rest);
      });
    },
    witness: (print) => {
      const emitter = make();
      emitter.emit('event');
      EventEmitter.once(emitter, 'event').then(() => print('remembered'));
    },
  },
  'iterator-keeps-the-latest-only': {
    sentence: 'Returns an AsyncIterator that iterates eventName events.',
    rules: ['EMIT-27'],
    change: () => changeOn(() => async function* (emitter, name) {
      for (;;) yield await EventEmitter.once(emitter, name);
    }),
    witness: async (print) => {
      const emitter = make();
      setImmediate(() => [1, 2].forEach((value) => emitter.emit('event', value)));
      for await (const [value] of EventEmitter.on(emitter, 'event')) print(value);
    },
  },
  'iterator-leaves-its-listeners': {
    sentence: 'It removes all listeners when exiting the loop.',
    rules: ['EMIT-27', 'EMIT-28', 'EMIT-29'],
    change: () => changeOn((whole) => (emitter, name, ...rest) => {
      emitter.on(name, () => {});
      return whole(emitter, name, ...rest);
    }),
    witness: async (print) => {
      const emitter = make();
      setImmediate(() => emitter.emit('event'));
      for await (const [] of EventEmitter.on(emitter, 'event')) break; // eslint-disable-line
      print(emitter.listenerCount('event'));
    },
  },
  'iterator-ignores-the-error': {
    sentence: "It will throw if the EventEmitter emits 'error'.",
    rules: ['EMIT-28'],
    change: () => changeOn((whole) => async function* (...args) {
      try {
        yield* whole(...args);
      } catch (err) {
        if (err.name === 'AbortError') throw err;
      }
    }),
    witness: async (print) => {
      const emitter = make();
      setImmediate(() => emitter.emit('error', new Error('x')));
      try {
        for await (const value of EventEmitter.on(emitter, 'event')) print(value);
        print('over');
      } catch (err) {
        print('thrown');
      }
    },
  },
  'iterator-ignores-its-signal': {
    sentence: 'An AbortSignal can be used to cancel waiting on events.',
    rules: ['EMIT-29'],
    change: () => changeOn((whole) => (emitter, name, options) =>
      whole(emitter, name, { ...options, signal: undefined })),
    witness: (print) => {
      try {
        EventEmitter.on(make(), 'event', { signal: aborted() }).next().catch(() => print('rejected'));
      } catch (err) {
        print('thrown');
      }
    },
  },
  'iterator-is-not-closed': {
    sentence: 'Names of events that will end the iteration.',
    rules: ['EMIT-30'],
    change: () => changeOn((whole) => (emitter, name, options) =>
      whole(emitter, name, { ...options, close: [] })),
    witness: async (print) => {
      const emitter = make();
      setImmediate(() => emitter.emit('end'));
      for await (const value of EventEmitter.on(emitter, 'event', { close: ['end'] })) print(value);
      print('over');
    },
  },
  'targets-in-reverse': {
    sentence: 'Handlers are always invoked in the order they were added.',
    rules: ['EMIT-31'],
    change: () => {
      const listeners = new WeakMap();
      changeTarget('addEventListener', (whole) => function add(type, listener, options) {
        const seen = listeners.get(this) || [];
        for (const old of seen) this.removeEventListener(type, old[0]);
        whole.call(this, type, listener, options);
        if (type !== 'event') return;
        for (const old of seen) whole.call(this, type, ...old);
        listeners.set(this, [[listener, options], ...seen]);
      });
    },
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('first'));
      target.addEventListener('event', () => print('second'));
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-dispatch-later': {
    sentence: 'The registered event listeners is synchronously invoked in the order they were registered.',
    rules: ['EMIT-31', 'EMIT-35'],
    change: () => changeTarget('dispatchEvent', (whole) => function dispatch(event) {
      process.nextTick(() => whole.call(this, event));
      return true;
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('event'));
      target.dispatchEvent(new Event('event'));
      print('end');
    },
  },
  'targets-forget-once': {
    sentence: 'When true, the listener is automatically removed when it is first invoked.',
    rules: ['EMIT-31'],
    change: () => changeTarget('addEventListener', (whole) => function add(type, listener, options) {
      return whole.call(this, type, listener, { ...options, once: false });
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('event'), { once: true });
      target.dispatchEvent(new Event('event'));
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-add-twice': {
    sentence: 'Any given listener is added only once per type and per capture option value.',
    rules: ['EMIT-32'],
    change: () => changeTarget('addEventListener', (whole) => function add(type, listener, ...rest) {
      return whole.call(this, type, (...args) => listener(...args), ...rest);
    }),
    witness: (print) => {
      const target = new EventTarget();
      const listener = () => print('event');
      target.addEventListener('event', listener);
      target.addEventListener('event', listener);
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-stop-at-a-throw': {
    sentence: 'Throwing within an event listener will not stop the other registered handlers from being invoked.',
    rules: ['EMIT-33'],
    change: () => changeTarget('addEventListener', (whole) => function add(type, listener, ...rest) {
      return whole.call(this, type, (event) => {
        try {
          return listener(event);
        } catch (err) {
          event.stopImmediatePropagation();
          throw err;
        }
      }, ...rest);
    }),
    witness: (print) => {
      const target = new EventTarget();
      process.on('uncaughtException', () => {});
      target.addEventListener('event', () => { throw new Error('x'); });
      target.addEventListener('event', () => print('event'));
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-swallow-errors': {
    sentence: 'By default the error is treated as an uncaught exception on process.nextTick().',
    rules: ['EMIT-33'],
    change: () => changeTarget('addEventListener', (whole) => function add(type, listener, ...rest) {
      return whole.call(this, type, async (event) => {
        try {
          await listener(event);
        } catch (err) { /* nobody learns of it */ }
      }, ...rest);
    }),
    witness: (print) => {
      const target = new EventTarget();
      process.on('uncaughtException', () => print('uncaught'));
      target.addEventListener('event', () => { throw new Error('x'); });
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-cannot-be-stopped': {
    sentence: 'Stops the invocation of event listeners after the current one completes.',
    rules: ['EMIT-34'],
    change: () => wrap(Event.prototype, 'stopImmediatePropagation', () => function stop() {}),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', (event) => event.stopImmediatePropagation());
      target.addEventListener('event', () => print('event'));
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-ignore-the-signal': {
    sentence: "The listener will be removed when the given AbortSignal object's abort() method is called.",
    rules: ['EMIT-35'],
    change: () => changeTarget('addEventListener', (whole) => function add(type, listener, options) {
      return whole.call(this, type, listener, { ...options, signal: undefined });
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', () => print('event'), { signal: aborted() });
      target.dispatchEvent(new Event('event'));
    },
  },
  'targets-always-answer-true': {
    sentence: "true if either event's cancelable attribute value is false or its preventDefault() method was not invoked, otherwise false.",
    rules: ['EMIT-36'],
    change: () => changeTarget('dispatchEvent', (whole) => function dispatch(event) {
      whole.call(this, event);
      return true;
    }),
    witness: (print) => {
      const target = new EventTarget();
      target.addEventListener('event', (event) => event.preventDefault());
      print(target.dispatchEvent(new Event('event', { cancelable: true })));
    },
  },
  'abort-listener-can-be-stopped': {
    sentence: 'stopImmediatePropagation does not prevent the listener from running.',
    rules: ['EMIT-37'],
    change: () => wrap(EventEmitter, 'addAbortListener', () => (signal, listener) => {
      signal.addEventListener('abort', listener, { once: true });
      return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
    }),
    witness: (print) => {
      const controller = new AbortController();
      controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
      EventEmitter.addAbortListener(controller.signal, () => print('abort'));
      controller.abort();
    },
  },
  'abort-listener-cannot-be-disposed-of': {
    sentence: 'A Disposable that removes the abort listener.',
    rules: ['EMIT-37'],
    change: () => wrap(EventEmitter, 'addAbortListener', (whole) => (...args) => {
      whole(...args);
      return { [Symbol.dispose]: () => {} };
    }),
    witness: (print) => {
      const controller = new AbortController();
      EventEmitter.addAbortListener(controller.signal, () => print('abort'))[Symbol.dispose]();
      controller.abort();
    },
  },
  'targets-throw-their-errors': {
    sentence: "The EventTarget does not implement any special default handling for 'error' type events.",
    rules: ['EMIT-38'],
    change: () => changeTarget('dispatchEvent', (whole) => function dispatch(event) {
      if (event.type === 'error') throw new Error('error');
      return whole.call(this, event);
    }),
    witness: (print) => {
      new EventTarget().dispatchEvent(new Event('error'));
      print('end');
    },
  },
  'iterator-forgets-what-it-kept': {
    sentence: "It will throw if the EventEmitter emits 'error'. The value returned by each iteration is an array composed of the emitted event arguments.",
    rules: ['EMIT-28'],
    change: () => changeOn((whole) => (emitter, ...rest) => {
      let failure;
      const iterator = whole(emitter, ...rest);
      emitter.on('error', (error) => { failure = error; });
      wrap(iterator, 'next', (next) => function after() {
        if (!failure) return next.call(this);
        emitter.removeAllListeners('error');
        return Promise.reject(failure);
      });
      return iterator;
    }),
    witness: async (print) => {
      const emitter = make();
      setImmediate(() => { emitter.emit('event', 1); emitter.emit('event', 2); emitter.emit('error', new Error('x')); });
      try {
        for await (const value of EventEmitter.on(emitter, 'event')) print(value);
      } catch ({ message }) { print(message); }
    },
  },
  'promise-leaves-its-listener-for-errors': {
    sentence: 'An AbortSignal can be used to cancel waiting for the event.',
    rules: ['EMIT-25'],
    change: () => changeOnce((whole) => (emitter, name, options) => {
      if (options && options.signal) options.signal.addEventListener('abort', () => emitter.on('error', () => {}));
      return whole(emitter, name, options);
    }),
    witness: (print) => {
      const emitter = make();
      const controller = new AbortController();
      EventEmitter.once(emitter, 'event', { signal: controller.signal }).catch(() => {});
      controller.abort();
      print(emitter.listenerCount('error'));
    },
  },
  'who-stops-an-abort-keeps-it-from-the-promise': {
    sentence: 'addAbortListener(): this API allows safely using AbortSignals in Node.js APIs, such that stopImmediatePropagation does not prevent the listener from running.',
    rules: ['GLOBAL-15'],
    change: () => changeOnce((whole) => (emitter, name, { signal, ...rest } = {}) => {
      const mine = new AbortController();
      if (signal) signal.addEventListener('abort', () => mine.abort(signal.reason));
      return whole(emitter, name, { ...rest, signal: mine.signal });
    }),
    witness: (print) => {
      const controller = new AbortController();
      controller.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
      EventEmitter.once(make(), 'event', { signal: controller.signal }).catch(({ name }) => print(name));
      controller.abort();
    },
  },
};
