// async-hooks.js - the pages on async hooks and on asynchronous context tracking, broken.
'use strict';

const hooks = require('async_hooks');
const { EventEmitterAsyncResource } = require('events');
const wrap = require('./wrap.js');

const { AsyncLocalStorage, AsyncResource } = hooks;

// `make` gets the callbacks of a hook and returns those that are called instead.
const changeHooks = (make) => wrap(hooks, 'createHook', (whole) => (callbacks) =>
  whole({ ...callbacks, ...make({ init() {}, before() {}, after() {}, destroy() {}, ...callbacks }) }));
// Only for resources of this type, so that a hook's own doing has no end.
const ofTypes = (types) => {
  const ids = new Set();
  return {
    note: (id, type) => { if (types.includes(type)) ids.add(id); },
    has: (id) => ids.has(id),
  };
};
const changeStorage = (name, make) => wrap(AsyncLocalStorage.prototype, name, make);

const watch = (print, types = ['Timeout']) => {
  const own = ofTypes(types);
  const tell = (what) => (id) => { if (own.has(id)) print(what); };
  return hooks.createHook({
    init: (id, type) => { own.note(id, type); tell('init')(id); },
    before: tell('before'),
    after: tell('after'),
    destroy: tell('destroy'),
  }).enable();
};
const timeout = (print) => {
  watch(print);
  setTimeout(() => {
    print('callback');
    process.nextTick(() => print('tick'));
  }, 1);
  print('made');
};

module.exports = {
  'init-comes-with-the-callback': {
    sentence: 'init: called when a class is constructed that has the possibility to emit an asynchronous event.',
    rules: ['HOOK-1', 'HOOK-3'],
    change: () => changeHooks(({ init, before }) => {
      const late = new Map();
      return {
        init: (...args) => { late.set(args[0], args); },
        before: (id) => {
          if (late.has(id)) init(...late.get(id));
          late.delete(id);
          before(id);
        },
      };
    }),
    witness: timeout,
  },
  'before-comes-with-init': {
    sentence: 'The before callback is called just before said callback is executed.',
    rules: ['HOOK-1', 'HOOK-3'],
    change: () => changeHooks(({ init, before }) => ({
      init: (id, ...rest) => { init(id, ...rest); before(id); },
      before: () => {},
    })),
    witness: timeout,
  },
  'after-comes-too-late': {
    sentence: 'Called immediately after the callback specified in before is completed.',
    rules: ['HOOK-1'],
    change: () => changeHooks(({ before, after }) => {
      const late = [];
      const flush = () => late.splice(0).forEach(after);
      return {
        before: (id) => { before(id); if (late.length) setImmediate(flush); },
        after: (id) => late.push(id),
      };
    }),
    witness: timeout,
  },
  'after-is-left-out': {
    sentence: 'Called immediately after the callback specified in before is completed.',
    rules: ['HOOK-1', 'HOOK-2', 'HOOK-3', 'HOOK-14'],
    change: () => changeHooks(() => ({ after: () => {} })),
    witness: timeout,
  },
  'before-only-the-first-time': {
    sentence: 'Persistent asynchronous resources will typically call the before callback multiple times.',
    rules: ['HOOK-2'],
    change: () => changeHooks(({ before }) => {
      const seen = new Set();
      return { before: (id) => { if (!seen.has(id)) before(id); seen.add(id); } };
    }),
    witness: (print) => {
      watch(print);
      let count = 0;
      const interval = setInterval(() => { if (++count === 2) clearInterval(interval); }, 1);
    },
  },
  'init-for-each-call': {
    sentence: 'init: called when a class is constructed.',
    rules: ['HOOK-2'],
    change: () => changeHooks(({ init, before }) => {
      const types = new Map();
      return {
        init: (id, type, ...rest) => { types.set(id, [type, ...rest]); init(id, type, ...rest); },
        before: (id) => {
          if (types.has(id)) init(id, ...types.get(id));
          before(id);
        },
      };
    }),
    witness: timeout,
  },
  'before-twice-for-a-request': {
    sentence: 'Other operations like fs.open() will call it only once.',
    rules: ['HOOK-3'],
    change: () => changeHooks(({ before }) => ({ before: (id) => { before(id); before(id); } })),
    witness: timeout,
  },
  'before-though-cancelled': {
    sentence: 'The before callback will typically be called 0 times if the asynchronous operation was cancelled.',
    rules: ['HOOK-4'],
    change: () => changeHooks(({ before, destroy }) => {
      const seen = new Set();
      return {
        before: (id) => { seen.add(id); before(id); },
        destroy: (id) => { if (!seen.has(id)) before(id); destroy(id); },
      };
    }),
    witness: (print) => {
      watch(print);
      clearTimeout(setTimeout(() => {}, 1));
    },
  },
  'destroy-is-left-out': {
    sentence: 'Called after the resource corresponding to asyncId is destroyed.',
    rules: ['HOOK-4', 'HOOK-5', 'HOOK-15'],
    change: () => changeHooks(() => ({ destroy: () => {} })),
    witness: timeout,
  },
  'destroy-comes-first': {
    sentence: 'Called after the resource corresponding to asyncId is destroyed.',
    rules: ['HOOK-5'],
    change: () => changeHooks(({ before, destroy }) => ({
      before: (id) => { before(id); destroy(id); },
      destroy: () => {},
    })),
    witness: timeout,
  },
  'after-before-the-exception': {
    sentence: "If an uncaught exception occurs, then after will run after the 'uncaughtException' event is emitted.",
    rules: ['HOOK-6'],
    change: () => changeHooks(({ before, after }) => {
      const stack = [];
      process.on('uncaughtExceptionMonitor', () => stack.splice(0).forEach(after));
      return {
        before: (id) => { stack.push(id); before(id); },
        after: (id) => { if (stack.pop() === id) after(id); },
      };
    }),
    witness: (print) => {
      watch(print);
      process.on('uncaughtException', () => print('uncaught'));
      setTimeout(() => { throw new Error('x'); }, 1);
    },
  },
  'execution-id-of-the-trigger': {
    sentence: 'executionAsyncId(): the asyncId of the current execution context.',
    rules: ['HOOK-7'],
    change: () => wrap(hooks, 'executionAsyncId', () => () => hooks.triggerAsyncId()),
    witness: (print) => setTimeout(() => print(hooks.executionAsyncId() === hooks.triggerAsyncId()), 1),
  },
  'trigger-is-always-the-top': {
    sentence: 'triggerAsyncId(): the ID of the resource responsible for calling the callback that is currently being executed.',
    rules: ['HOOK-7'],
    change: () => wrap(hooks, 'triggerAsyncId', () => () => 1),
    witness: (print) => setTimeout(() => setTimeout(() => print(hooks.triggerAsyncId() > 1), 1), 1),
  },
  'ids-are-shared': {
    sentence: 'Every new resource is assigned an ID that is unique.',
    rules: ['HOOK-8'],
    change: () => changeHooks(({ init }) => ({ init: (id, ...rest) => init(id - (id % 2), ...rest) })),
    witness: (print) => {
      const ids = new Set();
      hooks.createHook({ init: (id) => ids.add(id) }).enable();
      for (let i = 0; i < 10; i++) setImmediate(() => {});
      print(ids.size);
    },
  },
  'hook-is-enabled-at-once': {
    sentence: 'The AsyncHook instance is disabled by default.',
    rules: ['HOOK-9'],
    change: () => wrap(hooks, 'createHook', (whole) => (callbacks) => whole(callbacks).enable()),
    witness: (print) => {
      let count = 0;
      hooks.createHook({ init: () => { count++; } });
      setImmediate(() => {});
      print(count);
    },
  },
  'hook-cannot-be-disabled': {
    sentence: 'Once a hook has been disabled it will not be called again until enabled.',
    rules: ['HOOK-9'],
    change: () => {
      const proto = Object.getPrototypeOf(hooks.createHook({}));
      wrap(proto, 'disable', () => function disable() { return this; });
    },
    witness: (print) => {
      let count = 0;
      hooks.createHook({ init: () => { count++; } }).enable().disable();
      setImmediate(() => {});
      print(count);
    },
  },
  'throw-of-a-hook-is-swallowed': {
    sentence: 'If any AsyncHook callbacks throw, the application will print the stack trace and exit.',
    rules: ['HOOK-10'],
    change: () => changeHooks(({ init }) => ({
      init: (...args) => {
        try { init(...args); } catch (err) { /* swallowed */ }
      },
    })),
    witness: (print) => {
      hooks.createHook({ init: () => { throw new Error('x'); } }).enable();
      setImmediate(() => print('immediate'));
    },
  },
  'throw-of-a-hook-skips-the-exit-handlers': {
    sentence: "The 'exit' callbacks will still be called.",
    rules: ['HOOK-10'],
    change: () => changeHooks(({ init }) => ({
      init: (...args) => {
        try { init(...args); } catch (err) { process.reallyExit(1); }
      },
    })),
    witness: (print) => {
      process.on('exit', () => print('exit'));
      hooks.createHook({ init: () => { throw new Error('x'); } }).enable();
      setImmediate(() => {});
    },
  },
  'promises-are-not-tracked': {
    sentence: 'Installing async hooks via async_hooks.createHook enables promise execution tracking.',
    rules: ['HOOK-11'],
    change: () => changeHooks(({ init }) => ({
      init: (id, type, ...rest) => { if (type !== 'PROMISE') init(id, type, ...rest); },
    })),
    witness: (print) => {
      watch(print, ['PROMISE']);
      Promise.resolve().then(() => {});
    },
  },
  'promise-resolve-is-left-out': {
    sentence: 'promiseResolve: called when the resolve function passed to the Promise constructor is invoked.',
    rules: ['HOOK-11'],
    change: () => wrap(hooks, 'createHook', (whole) => ({ promiseResolve, ...rest }) => whole(rest)),
    witness: (print) => {
      hooks.createHook({ promiseResolve: () => print('resolve') }).enable();
      new Promise((resolve) => resolve());
    },
  },
  'promises-have-ids-without-hooks': {
    sentence: 'By default, promise executions are not assigned asyncIds.',
    rules: ['HOOK-12'],
    change: () => hooks.createHook({ init: () => {} }).enable(),
    witness: (print) => Promise.resolve().then(() => print(hooks.executionAsyncId() > 1)),
  },
  'scope-without-hooks': {
    sentence: 'Establish the context, trigger the AsyncHooks before callbacks, call the function, trigger the AsyncHooks after callbacks.',
    rules: ['HOOK-13', 'HOOK-14'],
    change: () => wrap(AsyncResource.prototype, 'runInAsyncScope', () => (fn, self, ...args) =>
      fn.apply(self, args)),
    witness: (print) => {
      watch(print, ['OWN']);
      new AsyncResource('OWN').runInAsyncScope(() => print('function'));
    },
  },
  'scope-loses-the-result': {
    sentence: 'Call the provided function with the provided arguments.',
    rules: ['HOOK-13'],
    change: () => wrap(AsyncResource.prototype, 'runInAsyncScope', (whole) => function run(fn, self) {
      return whole.call(this, fn, self);
    }),
    witness: (print) => new AsyncResource('OWN').runInAsyncScope(print, null, 'x'),
  },
  'scope-swallows-a-throw': {
    sentence: 'Call the provided function in the execution context of the async resource.',
    rules: ['HOOK-14'],
    change: () => wrap(AsyncResource.prototype, 'runInAsyncScope', (whole) => function run(...args) {
      try { return whole.apply(this, args); } catch (err) { return undefined; }
    }),
    witness: (print) => {
      new AsyncResource('OWN').runInAsyncScope(() => { throw new Error('x'); });
      print('end');
    },
  },
  'destroy-within-the-call': {
    sentence: 'It is also called asynchronously from the embedder API emitDestroy().',
    rules: ['HOOK-15'],
    change: () => {
      const all = [];
      changeHooks(({ destroy }) => { all.push(destroy); return {}; });
      wrap(AsyncResource.prototype, 'emitDestroy', () => function emitDestroy() {
        all.forEach((destroy) => destroy(this.asyncId()));
        return this;
      });
    },
    witness: (print) => {
      watch(print, ['OWN']);
      new AsyncResource('OWN').emitDestroy();
      print('end');
    },
  },
  'bind-does-not-bind': {
    sentence: "Binds the given function to execute to this AsyncResource's scope.",
    rules: ['HOOK-16', 'CONTEXT-11'],
    change: () => {
      wrap(AsyncResource.prototype, 'bind', () => (fn) => fn);
      wrap(AsyncResource, 'bind', () => (fn) => fn);
    },
    witness: (print) => {
      const resource = new AsyncResource('OWN');
      setImmediate(resource.bind(() => print(hooks.executionAsyncId() === resource.asyncId())));
    },
  },
  'resource-is-always-new': {
    sentence: 'The resource representing the current execution. Useful to store data within the resource.',
    rules: ['HOOK-17'],
    change: () => wrap(hooks, 'executionAsyncResource', () => () => ({})),
    witness: (print) => print(hooks.executionAsyncResource() === hooks.executionAsyncResource()),
  },
  'emitter-without-its-context': {
    sentence: 'All events emitted by instances of EventEmitterAsyncResource will run within its async context.',
    rules: ['HOOK-18'],
    change: () => { delete EventEmitterAsyncResource.prototype.emit; },
    witness: (print) => {
      const emitter = new EventEmitterAsyncResource({ name: 'OWN' });
      emitter.on('event', () => print(hooks.executionAsyncId() === emitter.asyncId));
      emitter.emit('event');
    },
  },
  'run-loses-its-result': {
    sentence: 'Runs a function synchronously within a context and returns its return value.',
    rules: ['CONTEXT-1'],
    change: () => changeStorage('run', (whole) => function run(...args) { whole.apply(this, args); }),
    witness: (print) => print(new AsyncLocalStorage().run(1, () => 2)),
  },
  'run-comes-later': {
    sentence: 'Runs a function synchronously within a context and returns its return value.',
    rules: ['CONTEXT-1'],
    change: () => changeStorage('run', (whole) => function run(...args) {
      setImmediate(() => whole.apply(this, args));
    }),
    witness: (print) => {
      new AsyncLocalStorage().run(1, () => print('run'));
      print('end');
    },
  },
  'run-does-not-leave': {
    sentence: 'The store is not accessible outside of the callback function.',
    rules: ['CONTEXT-1', 'CONTEXT-4', 'CONTEXT-5'],
    change: () => changeStorage('run', () => function run(store, fn, ...args) {
      this.enterWith(store);
      return fn(...args);
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => {});
      print(storage.getStore());
    },
  },
  'store-does-not-follow': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback.',
    rules: ['CONTEXT-2', 'CONTEXT-3'],
    change: () => {
      const current = new WeakMap();
      changeStorage('run', () => function run(store, fn, ...args) {
        const old = current.get(this);
        current.set(this, store);
        try { return fn(...args); } finally { current.set(this, old); }
      });
      changeStorage('getStore', () => function getStore() { return current.get(this); });
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => setImmediate(() => print(storage.getStore())));
    },
  },
  'store-does-not-follow-timers': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback.',
    rules: ['CONTEXT-2'],
    change: () => {
      const outside = new AsyncResource('OUTSIDE');
      wrap(global, 'setTimeout', (whole) => (...args) => outside.runInAsyncScope(whole, null, ...args));
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => setTimeout(() => print(storage.getStore()), 1));
    },
  },
  'store-of-who-settles': {
    sentence: 'These classes are used to propagate state throughout callbacks and promise chains.',
    rules: ['CONTEXT-3'],
    // The reaction is queued by hand when the promise is settled, in the context of that.
    change: () => {
      const own = new WeakMap();
      wrap(Promise.prototype, 'then', (whole) => function then(fulfilled) {
        if (!own.has(this)) return whole.apply(this, arguments); // eslint-disable-line
        own.get(this).push(fulfilled);
        return new Promise(() => {});
      });
      global.Promise = class extends Promise {
        constructor(executor) {
          const reactions = [];
          super((resolve) => executor((value) => {
            resolve(value);
            setImmediate(() => reactions.forEach((reaction) => reaction(value)));
          }));
          own.set(this, reactions);
        }

        static get [Symbol.species]() { return Object.getPrototypeOf(this); }
      };
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      let resolve;
      const promise = new Promise((settle) => { resolve = settle; });
      storage.run(1, () => promise.then(() => print(storage.getStore())));
      storage.run(2, () => resolve());
    },
  },
  'inner-run-keeps-the-outer-store': {
    sentence: 'Runs a function synchronously within a context.',
    rules: ['CONTEXT-5'],
    change: () => changeStorage('run', (whole) => function run(store, ...rest) {
      return whole.call(this, this.getStore() === undefined ? store : this.getStore(), ...rest);
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => storage.run(2, () => print(storage.getStore())));
    },
  },
  'storages-share-their-store': {
    sentence: 'Each instance of AsyncLocalStorage maintains an independent storage context.',
    rules: ['CONTEXT-6'],
    change: () => {
      const one = new AsyncLocalStorage();
      const { run, getStore } = AsyncLocalStorage.prototype;
      changeStorage('run', () => (...args) => run.apply(one, args));
      changeStorage('getStore', () => () => getStore.call(one));
    },
    witness: (print) => new AsyncLocalStorage().run(1, () => print(new AsyncLocalStorage().getStore())),
  },
  'error-of-run-is-swallowed': {
    sentence: 'If the callback function throws an error, the error is thrown by run() too.',
    rules: ['CONTEXT-7'],
    change: () => changeStorage('run', (whole) => function run(...args) {
      try { return whole.apply(this, args); } catch (err) { return undefined; }
    }),
    witness: (print) => {
      new AsyncLocalStorage().run(1, () => { throw new Error('x'); });
      print('end');
    },
  },
  'error-leaves-the-store': {
    sentence: 'The stacktrace is not impacted by this call and the context is exited.',
    rules: ['CONTEXT-7'],
    change: () => changeStorage('run', (whole) => function run(store, ...rest) {
      try {
        return whole.call(this, store, ...rest);
      } catch (err) {
        this.enterWith(store);
        throw err;
      }
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      try { storage.run(1, () => { throw new Error('x'); }); } catch (err) { print(storage.getStore()); }
    },
  },
  'exit-keeps-the-store': {
    sentence: 'Any getStore() call done within the callback function will always return undefined.',
    rules: ['CONTEXT-8'],
    change: () => changeStorage('exit', () => (fn, ...args) => fn(...args)),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => storage.exit(() => print(storage.getStore())));
    },
  },
  'exit-does-not-come-back': {
    sentence: 'The context is re-entered.',
    rules: ['CONTEXT-7', 'CONTEXT-8'],
    change: () => changeStorage('exit', () => function exit(fn, ...args) {
      this.enterWith(undefined);
      return fn(...args);
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => {
        storage.exit(() => {});
        print(storage.getStore());
      });
    },
  },
  'enter-does-nothing': {
    sentence: 'Transitions into the context for the remainder of the current synchronous execution and then persists the store through any following asynchronous calls.',
    rules: ['CONTEXT-9'],
    change: () => changeStorage('enterWith', () => () => {}),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.enterWith(1);
      print(storage.getStore());
    },
  },
  'disable-does-nothing': {
    sentence: 'All subsequent calls to getStore() will return undefined.',
    rules: ['CONTEXT-10'],
    change: () => changeStorage('disable', () => () => {}),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.enterWith(1);
      storage.disable();
      print(storage.getStore());
    },
  },
  'snapshot-keeps-nothing': {
    sentence: 'It calls the function passed to it within the captured context.',
    rules: ['CONTEXT-12'],
    change: () => wrap(AsyncLocalStorage, 'snapshot', () => () => (fn, ...args) => fn(...args)),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      const snapshot = storage.run(1, () => AsyncLocalStorage.snapshot());
      snapshot(() => print(storage.getStore()));
    },
  },
  'static-bind-keeps-nothing': {
    sentence: 'Binds the given function to the current execution context.',
    rules: ['CONTEXT-12'],
    change: () => wrap(AsyncLocalStorage, 'bind', () => (fn) => fn),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => AsyncLocalStorage.bind(() => print(storage.getStore())))();
    },
  },
  'scope-is-not-left': {
    sentence: 'Automatically restores the previous store value when the scope is disposed.',
    rules: ['CONTEXT-13'],
    change: () => changeStorage('withScope', (whole) => function withScope(store) {
      whole.call(this, store);
      return { dispose: () => {} };
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.withScope(1).dispose();
      print(storage.getStore());
    },
  },
};
