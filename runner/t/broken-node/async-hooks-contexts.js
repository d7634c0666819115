// async-hooks-contexts.js - the pages on async hooks and on asynchronous context, broken once more.
'use strict';

const hooks = require('async_hooks');
const fs = require('fs');
const wrap = require('./wrap.js');

const { AsyncLocalStorage, AsyncResource, executionAsyncId } = hooks;
const change = (name, make) => wrap(AsyncLocalStorage.prototype, name, make);
// All storages, so that a change elsewhere can take their stores away.
const storages = [];
const remember = () => change('run', (whole) => function run(...args) {
  if (!storages.includes(this)) storages.push(this);
  return whole.apply(this, args);
});
const lose = (callback) => storages.reduce((inner, storage) => () => storage.exit(inner), callback)();
const changeCreated = (make) => wrap(hooks, 'createHook', (whole) => (callbacks) => whole(make(callbacks)));
const inRun = (print, body) => {
  const storage = new AsyncLocalStorage();
  storage.run('store', () => body(() => print(storage.getStore())));
};

module.exports = {
  'run-drops-arguments': {
    sentence: 'run(store, callback[, ...args]): the optional args are passed to the callback function.',
    rules: ['CONTEXT-1'],
    change: () => change('run', (whole) => function run(store, callback) { return whole.call(this, store, callback); }),
    witness: (print) => print(new AsyncLocalStorage().run(1, (a) => a, 2)),
  },
  'exit-drops-arguments': {
    sentence: 'exit(callback[, ...args]): the optional args are passed to the callback function.',
    rules: ['CONTEXT-8'],
    change: () => change('exit', (whole) => function exit(callback) { return whole.call(this, callback); }),
    witness: (print) => print(new AsyncLocalStorage().exit((a) => a, 2)),
  },
  'falsy-stores-are-none': {
    sentence: 'getStore() returns the current store.',
    rules: ['CONTEXT-1'],
    change: () => change('getStore', (whole) => function getStore() { return whole.call(this) || undefined; }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(0, () => print(storage.getStore()));
    },
  },
  'store-is-a-copy': {
    sentence: 'getStore() returns the current store (the object itself).',
    rules: ['CONTEXT-1'],
    change: () => change('getStore', (whole) => function getStore() {
      const store = whole.call(this);
      return store && Object.getPrototypeOf(store) === Object.prototype ? { ...store } : store;
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      const store = {};
      storage.run(store, () => print(storage.getStore() === store));
    },
  },
  'lost-in-an-interval': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (setInterval, each time).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      wrap(globalThis, 'setInterval', (whole) => (callback, ...rest) => {
        let times = 0;
        return whole((...args) => (times++ ? lose(() => callback(...args)) : callback(...args)), ...rest);
      });
    },
    witness: (print) => inRun(print, (see) => {
      let times = 0;
      const timer = setInterval(() => { see(); if (++times === 3) clearInterval(timer); }, 1);
    }),
  },
  'lost-in-a-file-call': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (fs.readFile).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      wrap(fs, 'readFile', (whole) => (...args) => {
        const callback = args.pop();
        whole(...args, (...results) => lose(() => callback(...results)));
      });
    },
    witness: (print) => inRun(print, (see) => fs.readFile(__filename, see)),
  },
  'lost-in-a-stream': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (fs.createReadStream).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      wrap(fs.ReadStream.prototype, 'emit', (whole) => function emit(...args) { return lose(() => whole.apply(this, args)); });
    },
    witness: (print) => inRun(print, (see) => fs.createReadStream(__filename).on('close', see).resume()),
  },
  'lost-in-a-name-lookup': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (dns.lookup).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      const dns = require('dns');
      wrap(dns, 'lookup', (whole) => (...args) => {
        const callback = args.pop();
        whole(...args, (...results) => lose(() => callback(...results)));
      });
    },
    witness: (print) => inRun(print, (see) => require('dns').lookup('127.0.0.1', see)),
  },
  'lost-in-compression': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (zlib.deflate).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      const zlib = require('zlib');
      wrap(zlib, 'deflate', (whole) => (data, callback) => whole(data, (...results) => lose(() => callback(...results))));
    },
    witness: (print) => inRun(print, (see) => require('zlib').deflate('text', see)),
  },
  'lost-in-a-child': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (child_process.execFile).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      const children = require('child_process');
      wrap(children, 'execFile', (whole) => (...args) => {
        const callback = args.pop();
        return whole(...args, (...results) => lose(() => callback(...results)));
      });
    },
    witness: (print) => inRun(print, (see) => require('child_process').execFile(process.execPath, ['-e', '0'], see)),
  },
  'lost-after-a-refresh': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (a refreshed timeout).',
    rules: ['CONTEXT-2'],
    change: () => {
      remember();
      wrap(globalThis, 'setTimeout', (whole) => (callback, ...rest) => {
        let times = 0;
        return whole((...args) => (times++ ? lose(() => callback(...args)) : callback(...args)), ...rest);
      });
    },
    witness: (print) => inRun(print, (see) => {
      let times = 0;
      const timer = setTimeout(() => { see(); if (times++ < 1) timer.refresh(); }, 1);
    }),
  },
  'lost-in-microtasks': {
    sentence: 'The store is accessible to any asynchronous operations created within the callback (queueMicrotask).',
    rules: ['CONTEXT-3'],
    change: () => {
      remember();
      wrap(globalThis, 'queueMicrotask', (whole) => (callback) => whole(() => lose(callback)));
    },
    witness: (print) => inRun(print, (see) => queueMicrotask(see)),
  },
  'lost-in-thenables-and-rejections': {
    sentence: 'The store follows promises: after an await of one that is rejected, too.',
    rules: ['CONTEXT-3'],
    change: () => {
      remember();
      wrap(Promise, 'reject', (whole) => function reject(error) {
        return lose(() => new this((resolve, no) => setImmediate(no, error)));
      });
      const whole = AsyncLocalStorage.prototype.getStore;
      let rejected = 0;
      wrap(Promise, 'reject', (inner) => function reject(error) { rejected++; return inner.call(this, error); });
      AsyncLocalStorage.prototype.getStore = function getStore() { return rejected ? undefined : whole.call(this); };
    },
    witness: (print) => inRun(print, async (see) => { try { await Promise.reject(new Error('expected')); } catch (error) { see(); } }),
  },
  'entering-lasts-too-short': {
    sentence: 'enterWith(): persists the store through any following asynchronous calls.',
    rules: ['CONTEXT-9', 'CONTEXT-17'],
    change: () => {
      change('enterWith', () => function enterWith(store) {
        this.entered = { store };
        process.nextTick(() => { this.entered = undefined; });
      });
      change('getStore', (whole) => function getStore() { return this.entered ? this.entered.store : whole.call(this); });
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.enterWith('store');
      Promise.resolve().then(() => print(storage.getStore()));
      process.nextTick(() => Promise.resolve().then(() => print(storage.getStore())));
    },
  },
  'entering-twice-does-nothing': {
    sentence: 'enterWith(): transitions into the context for the remainder of the current synchronous execution.',
    rules: ['CONTEXT-9'],
    change: () => change('enterWith', (whole) => function enterWith(store) {
      if (this.getStore() === undefined) whole.call(this, store);
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.enterWith('first');
      storage.enterWith('second');
      print(storage.getStore());
    },
  },
  'disabled-for-good': {
    sentence: 'disable(): all subsequent calls to getStore() will return undefined until run() or enterWith() is called again.',
    rules: ['CONTEXT-10'],
    change: () => {
      const off = new WeakSet();
      change('disable', (whole) => function disable() { off.add(this); whole.call(this); });
      change('getStore', (whole) => function getStore() { return off.has(this) ? undefined : whole.call(this); });
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.disable();
      storage.run('store', () => print(storage.getStore()));
    },
  },
  'disabled-all-of-them': {
    sentence: 'disable(): disables the instance; all current contexts linked to the instance will be exited.',
    rules: ['CONTEXT-10'],
    change: () => {
      remember();
      change('disable', (whole) => function disable() { for (const storage of storages) whole.call(storage); whole.call(this); });
    },
    witness: (print) => {
      const [a, b] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
      a.run('a', () => b.run('b', () => { a.disable(); print(b.getStore()); }));
    },
  },
  'snapshot-works-once': {
    sentence: 'snapshot(): whenever the returned function is called, it calls the function passed to it within the captured context.',
    rules: ['CONTEXT-12'],
    change: () => wrap(AsyncLocalStorage, 'snapshot', (whole) => () => {
      const snapshot = whole();
      let times = 0;
      return (callback, ...args) => (times++ ? callback(...args) : snapshot(callback, ...args));
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      const snapshot = storage.run('store', () => AsyncLocalStorage.snapshot());
      for (let i = 0; i < 2; i++) snapshot(() => print(storage.getStore()));
    },
  },
  'snapshot-drops-arguments': {
    sentence: 'snapshot(): (fn: (...args) : R, ...args) : R.',
    rules: ['CONTEXT-12'],
    change: () => wrap(AsyncLocalStorage, 'snapshot', (whole) => () => {
      const snapshot = whole();
      return (callback) => snapshot(callback);
    }),
    witness: (print) => AsyncLocalStorage.snapshot()((a) => print(a), 1),
  },
  'bind-of-a-storage-drops-arguments': {
    sentence: 'AsyncLocalStorage.bind(fn): a new function that calls fn within the captured execution context.',
    rules: ['CONTEXT-12'],
    change: () => wrap(AsyncLocalStorage, 'bind', (whole) => (callback) => whole(() => callback())),
    witness: (print) => AsyncLocalStorage.bind((a) => print(a))(1),
  },
  'init-without-the-type': {
    sentence: 'init(asyncId, type, triggerAsyncId, resource): type, the type of the async resource.',
    rules: ['HOOK-20'],
    change: () => changeCreated((callbacks) => (callbacks.init ?
      { ...callbacks, init: (id, type, ...rest) => callbacks.init(id, 'RESOURCE', ...rest) } : callbacks)),
    witness: (print) => {
      hooks.createHook({ init: (id, type) => fs.writeSync(1, `${type}\n`) }).enable();
      new AsyncResource('MINE');
    },
  },
  'init-without-the-resource': {
    sentence: 'resource {Object} Reference to the resource representing the async operation.',
    rules: ['HOOK-20'],
    change: () => changeCreated((callbacks) => (callbacks.init ?
      { ...callbacks, init: (id, type, trigger) => callbacks.init(id, type, trigger) } : callbacks)),
    witness: (print) => {
      hooks.createHook({ init: (id, type, trigger, resource) => fs.writeSync(1, `${typeof resource}\n`) }).enable();
      new AsyncResource('MINE');
    },
  },
  'enable-returns-nothing': {
    sentence: 'asyncHook.enable(): returns a reference to asyncHook.',
    rules: ['HOOK-20'],
    change: () => {
      const proto = Object.getPrototypeOf(hooks.createHook({}));
      wrap(proto, 'disable', (whole) => function disable() { whole.call(this); });
    },
    witness: (print) => print(typeof hooks.createHook({}).disable()),
  },
  'top-level-id-is-zero': {
    sentence: 'executionAsyncId(): 1 - bootstrap',
    rules: ['HOOK-21'],
    change: () => wrap(hooks, 'executionAsyncId', (whole) => () => whole() - 1),
    witness: (print) => print(hooks.executionAsyncId()),
  },
  'trigger-is-the-execution': {
    sentence: 'triggerAsyncId(): the ID of the resource responsible for calling the callback that is currently being executed.',
    rules: ['HOOK-21'],
    change: () => wrap(hooks, 'triggerAsyncId', () => () => hooks.executionAsyncId()),
    witness: (print) => setTimeout(() => print(hooks.triggerAsyncId() === hooks.executionAsyncId()), 1),
  },
  'resource-drops-this': {
    sentence: 'runInAsyncScope(fn[, thisArg, ...args]): thisArg, the receiver to be used for the function call.',
    rules: ['HOOK-22'],
    change: () => wrap(AsyncResource.prototype, 'runInAsyncScope', (whole) => function run(fn, self, ...args) {
      return whole.call(this, fn, undefined, ...args);
    }),
    witness: (print) => new AsyncResource('MINE').runInAsyncScope(function see() { print(typeof this); }, {}),
  },
  'resource-drops-its-result': {
    sentence: 'runInAsyncScope(): call the provided function with the provided arguments in the execution context of the async resource (and return its result).',
    rules: ['HOOK-22'],
    change: () => wrap(AsyncResource.prototype, 'runInAsyncScope', (whole) => function run(...args) { whole.apply(this, args); }),
    witness: (print) => print(new AsyncResource('MINE').runInAsyncScope(() => 1)),
  },
  'resource-ignores-its-trigger': {
    sentence: 'new AsyncResource(type[, options]): triggerAsyncId, the ID of the execution context that created this async event.',
    rules: ['HOOK-22'],
    change: () => wrap(AsyncResource.prototype, 'triggerAsyncId', () => () => executionAsyncId()),
    witness: (print) => print(new AsyncResource('MINE', { triggerAsyncId: 77 }).triggerAsyncId()),
  },
  'destroying-returns-nothing': {
    sentence: 'emitDestroy(): returns {AsyncResource} a reference to asyncResource.',
    rules: ['HOOK-22'],
    change: () => wrap(AsyncResource.prototype, 'emitDestroy', (whole) => function destroy() { whole.call(this); }),
    witness: (print) => print(typeof new AsyncResource('MINE').emitDestroy()),
  },
  'bound-function-drops-arguments': {
    sentence: 'asyncResource.bind(fn): binds the given function to execute to this AsyncResource’s scope.',
    rules: ['HOOK-16'],
    change: () => wrap(AsyncResource.prototype, 'bind', (whole) => function bind(fn, ...rest) {
      const bound = whole.call(this, fn, ...rest);
      return () => bound();
    }),
    witness: (print) => print(new AsyncResource('MINE').bind((a) => a)(1)),
  },
  'bound-once': {
    sentence: 'AsyncResource.bind(fn): binds the given function to the current execution context (for every call).',
    rules: ['HOOK-16'],
    change: () => wrap(AsyncResource.prototype, 'bind', (whole) => function bind(fn, ...rest) {
      const bound = whole.call(this, fn, ...rest);
      let times = 0;
      return (...args) => (times++ ? fn(...args) : bound(...args));
    }),
    witness: (print) => {
      const resource = new AsyncResource('MINE');
      const bound = resource.bind(() => print(executionAsyncId() === resource.asyncId()));
      bound();
      bound();
    },
  },
  'one-hook-disables-all': {
    sentence: 'asyncHook.disable(): disable the callbacks for a given AsyncHook instance.',
    rules: ['HOOK-9'],
    change: () => {
      const all = [];
      const proto = Object.getPrototypeOf(hooks.createHook({}));
      wrap(proto, 'enable', (whole) => function enable() { all.push(this); return whole.call(this); });
      wrap(proto, 'disable', (whole) => function disable() { for (const hook of all) whole.call(hook); return this; });
    },
    witness: (print) => {
      let count = 0;
      hooks.createHook({ init() { count++; } }).enable();
      hooks.createHook({ init() {} }).enable().disable();
      new AsyncResource('MINE');
      print(count);
    },
  },
  'default-value-is-ignored': {
    sentence: 'new AsyncLocalStorage(): defaultValue: the default value to be used when no store is provided.',
    rules: ['CONTEXT-14'],
    change: () => {
      for (const name of ['run', 'enterWith']) {
        change(name, (whole) => function enter(...args) { this.entered = true; return whole.apply(this, args); });
      }
      change('getStore', (whole) => function getStore() { return this.entered ? whole.call(this) : undefined; });
    },
    witness: (print) => print(new AsyncLocalStorage({ defaultValue: 1 }).getStore()),
  },
  'default-value-is-lost-after-a-run': {
    sentence: 'defaultValue: the default value to be used when no store is provided.',
    rules: ['CONTEXT-14'],
    change: () => change('run', (whole) => function run(...args) {
      const result = whole.apply(this, args);
      this.getStore = () => undefined;
      return result;
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage({ defaultValue: 1 });
      storage.run(2, () => {});
      print(storage.getStore());
    },
  },
  'entered-in-vain-while-hooks-are-on': {
    sentence: 'enterWith(): transitions into the context for the remainder of the current synchronous execution (with hooks enabled).',
    rules: ['CONTEXT-9'],
    change: () => {
      let enabled = false;
      changeCreated((callbacks) => { enabled = true; return callbacks; });
      change('enterWith', (whole) => function enterWith(store) { if (!enabled) whole.call(this, store); });
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      hooks.createHook({ init() {} }).enable();
      storage.enterWith(1);
      print(storage.getStore());
    },
  },
};
