// async-hooks-resources.js - the pages on async hooks and asynchronous context, broken once more.
'use strict';

const hooks = require('async_hooks');
const fs = require('fs');
const wrap = require('./wrap.js');

const { AsyncLocalStorage, AsyncResource } = hooks;
const changeStorage = (name, make) => wrap(AsyncLocalStorage.prototype, name, make);
const changeResource = (name, make) => wrap(AsyncResource.prototype, name, make);
// Put other functions in the place of those that a program hooks.
const changeHook = (make) => wrap(hooks, 'createHook', (whole) => (given) => whole({ ...given, ...make(given) }));
const write = (text) => fs.writeSync(1, `${text}\n`);

module.exports = {
  'hook-is-called-though-not-enabled': {
    sentence: 'asyncHook.enable(): the AsyncHook instance is disabled by default.',
    rules: ['HOOK-9', 'HOOK-23'],
    change: () => wrap(hooks, 'createHook', (whole) => (given) => whole(given).enable()),
    witness: () => { hooks.createHook({ init: (id, type) => { if (type === 'Timeout') write('init'); } }); setTimeout(() => {}, 1); },
  },
  'enabled-twice-is-called-twice': {
    sentence: 'asyncHook.enable(): if already enabled, nothing changes.',
    rules: ['HOOK-23'],
    change: () => wrap(hooks, 'createHook', (whole) => (given) => {
      const hook = whole(given);
      const enable = hook.enable;
      let others = 0;
      hook.enable = function again() {
        if (others++) whole(given).enable();
        return enable.call(hook);
      };
      return hook;
    }),
    witness: () => {
      hooks.createHook({ init: (id, type) => { if (type === 'Timeout') write('init'); } }).enable().enable();
      setTimeout(() => {}, 1);
    },
  },
  'init-is-not-called-for-ticks': {
    sentence: 'init: called when a class is constructed that has the possibility to emit an asynchronous event.',
    rules: ['HOOK-24'],
    change: () => changeHook(({ init }) => (init ? { init: (id, type, ...rest) => { if (type !== 'TickObject') init(id, type, ...rest); } } : {})),
    witness: () => { hooks.createHook({ init: (id, type) => { if (type === 'TickObject') write('init'); } }).enable(); process.nextTick(() => {}); },
  },
  'init-is-not-called-for-immediates': {
    sentence: 'init: called when a class is constructed that has the possibility to emit an asynchronous event.',
    rules: ['HOOK-24'],
    change: () => changeHook(({ init }) => (init ? { init: (id, type, ...rest) => { if (type !== 'Immediate') init(id, type, ...rest); } } : {})),
    witness: () => { hooks.createHook({ init: (id, type) => { if (type === 'Immediate') write('init'); } }).enable(); setImmediate(() => {}); },
  },
  'destroy-of-an-immediate-is-left-out': {
    sentence: 'destroy: called after the resource corresponding to asyncId is destroyed.',
    rules: ['HOOK-24'],
    change: () => {
      const immediates = new Set();
      changeHook(({ init = () => {}, destroy }) => (destroy ? {
        init: (id, type, ...rest) => { if (type === 'Immediate') immediates.add(id); init(id, type, ...rest); },
        destroy: (id) => { if (!immediates.has(id)) destroy(id); },
      } : {}));
    },
    witness: () => {
      const own = new Set();
      hooks.createHook({ init: (id, type) => { if (type === 'Immediate') own.add(id); }, destroy: (id) => { if (own.has(id)) write('destroy'); } }).enable();
      setImmediate(() => {});
      setTimeout(() => {}, 5);
    },
  },
  'destroy-comes-twice': {
    sentence: 'destroy: called after the resource corresponding to asyncId is destroyed (once).',
    rules: ['HOOK-24'],
    change: () => changeHook(({ destroy }) => (destroy ? { destroy: (id) => { destroy(id); destroy(id); } } : {})),
    witness: () => {
      let own;
      hooks.createHook({ init: (id, type) => { if (type === 'Timeout') own = id; }, destroy: (id) => { if (own === id) write('destroy'); } }).enable();
      setTimeout(() => {}, 1);
      setTimeout(() => {}, 5);
    },
  },
  'promises-are-tracked-though-not-wanted': {
    sentence: 'trackPromises: whether the hook should track Promises. Default: true.',
    rules: ['HOOK-25'],
    change: () => changeHook(() => ({ trackPromises: true })),
    witness: () => {
      hooks.createHook({ init: (id, type) => { if (type === 'PROMISE') write('promise'); }, trackPromises: false }).enable();
      Promise.resolve();
    },
  },
  'before-on-promises-that-are-not-chained': {
    sentence: 'before and after callbacks are run only on chained promises.',
    rules: ['HOOK-25'],
    change: () => changeHook(({ init, before }) => (init && before ? {
      init: (id, type, ...rest) => { init(id, type, ...rest); if (type === 'PROMISE') before(id); },
    } : {})),
    witness: () => {
      const own = new Set();
      hooks.createHook({ init: (id, type) => { if (type === 'PROMISE') own.add(id); }, before: (id) => { if (own.has(id)) write('before'); } }).enable();
      Promise.resolve();
    },
  },
  'trigger-of-a-chained-promise-is-lost': {
    sentence: 'init: triggerAsyncId: of a promise made by then() is the promise that it was called on.',
    rules: ['HOOK-25'],
    change: () => changeHook(({ init }) => (init ? { init: (id, type, trigger, ...rest) => init(id, type, type === 'PROMISE' ? 1 : trigger, ...rest) } : {})),
    witness: () => {
      const ids = [];
      hooks.createHook({ init: (id, type, trigger) => { if (type === 'PROMISE') { ids.push(id); write(trigger === ids[0]); } } }).enable();
      const first = Promise.resolve();
      first.then(() => {});
    },
  },
  'resource-is-the-top-one': {
    sentence: 'executionAsyncResource(): the resource representing the current execution.',
    rules: ['HOOK-26'],
    change: () => { const top = {}; hooks.executionAsyncResource = () => top; },
    witness: () => { const each = setTimeout(() => write(hooks.executionAsyncResource() === each), 1); },
  },
  'scope-forgets-after-when-it-throws': {
    sentence: 'runInAsyncScope(): establishes the context, triggers before, calls the function, triggers after, then restores the original execution context.',
    rules: ['HOOK-13'],
    change: () => changeResource('runInAsyncScope', () => function run(act, self, ...args) { return act.apply(self, args); }),
    witness: () => {
      const own = new AsyncResource('OWN');
      own.runInAsyncScope(() => write(hooks.executionAsyncId() === own.asyncId()));
    },
  },
  'manual-destroy-is-ignored': {
    sentence: 'emitDestroy(): call all destroy hooks.',
    rules: ['HOOK-15'],
    change: () => changeResource('emitDestroy', () => function emitDestroy() { return this; }),
    witness: () => {
      hooks.createHook({ destroy: () => write('destroy') }).enable();
      new AsyncResource('OWN', { requireManualDestroy: true }).emitDestroy();
      setImmediate(() => {});
    },
  },
  'bound-function-loses-this': {
    sentence: 'asyncResource.bind(fn): binds the given function to execute to this AsyncResource\'s scope.',
    rules: ['HOOK-27'],
    change: () => changeResource('bind', (whole) => function bind(act) { return whole.call(this, (...args) => act(...args)); }),
    witness: () => new AsyncResource('OWN').bind(function show() { write(this === 5 || Number(this) === 5); }).call(5),
  },
  'run-in-a-nested-storage-enters-both': {
    sentence: 'AsyncLocalStorage: each instance of AsyncLocalStorage maintains an independent storage context.',
    rules: ['CONTEXT-15'],
    change: () => {
      const all = new Set();
      changeStorage('run', (whole) => function run(store, act, ...args) {
        all.add(this);
        let call = () => whole.call(this, store, act, ...args);
        for (const other of all) {
          if (other !== this && other.getStore() === undefined) { const inner = call; call = () => whole.call(other, store, inner); }
        }
        return call();
      });
    },
    witness: () => {
      const [first, second] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
      first.run(1, () => {});
      second.run(2, () => write(first.getStore()));
    },
  },
  'lost-in-a-stream-pipeline': {
    sentence: 'AsyncLocalStorage: stores stay coherent through asynchronous operations (a pipeline).',
    rules: ['CONTEXT-16'],
    change: () => {
      const outside = AsyncLocalStorage.snapshot();
      wrap(require('stream'), 'pipeline', (whole) => (...args) => {
        const act = args.pop();
        return whole(...args, (...given) => outside(() => act(...given)));
      });
    },
    witness: () => {
      const { pipeline, PassThrough } = require('stream');
      const storage = new AsyncLocalStorage();
      storage.run(1, () => pipeline(new PassThrough().end(), new PassThrough().resume(), () => write(storage.getStore())));
    },
  },
  'store-is-lost-after-a-throw-in-run': {
    sentence: 'run(): if the callback function throws an error, the error is thrown by run() too; the context is exited.',
    rules: ['CONTEXT-18'],
    change: () => changeStorage('run', (whole) => function run(store, act, ...args) {
      const before = this.getStore();
      try { return whole.call(this, store, act, ...args); } catch (error) { this.enterWith(undefined); void before; throw error; }
    }),
    witness: () => {
      const each = new AsyncLocalStorage();
      each.run(1, () => { try { each.run(2, () => { throw new Error(); }); } catch (e) { write(each.getStore()); } });
    },
  },
  'name-of-a-storage-is-lost': {
    sentence: 'asyncLocalStorage.name: the name of the AsyncLocalStorage instance if provided.',
    rules: ['CONTEXT-19'],
    change: () => Object.defineProperty(AsyncLocalStorage.prototype, 'name', { get: () => '' }),
    witness: () => write(new AsyncLocalStorage({ name: 'x' }).name),
  },
  'scope-twice-disposed-restores-twice': {
    sentence: 'scope.dispose(): this method is idempotent: calling it multiple times has the same effect as calling it once.',
    rules: ['CONTEXT-19'],
    change: () => changeStorage('withScope', (whole) => function scope(store) {
      const before = this.getStore();
      whole.call(this, store);
      const dispose = () => this.enterWith(before);
      return { dispose, [Symbol.dispose]: dispose };
    }),
    witness: () => {
      const each = new AsyncLocalStorage();
      const scope = each.withScope(1);
      scope[Symbol.dispose]();
      each.enterWith(2);
      scope[Symbol.dispose]();
      write(each.getStore());
    },
  },
  'microtasks-are-never-destroyed': {
    sentence: 'destroy(asyncId): called after the resource corresponding to asyncId is destroyed.',
    rules: ['HOOK-5'],
    change: () => changeHook(({ init = () => {}, destroy }) => {
      const left = new Set();
      return !destroy ? {} : {
        init: (id, type, ...rest) => { if (type === 'Microtask') left.add(id); init(id, type, ...rest); },
        destroy: (id) => { if (!left.has(id)) destroy(id); },
      };
    }),
    witness: () => {
      let microtask = 0;
      hooks.createHook({
        init: (id, type) => { if (type === 'Microtask') microtask = id; },
        destroy: (id) => { if (id === microtask) write('destroy'); },
      }).enable();
      queueMicrotask(() => {});
      setTimeout(() => {}, 5);
    },
  },
};
