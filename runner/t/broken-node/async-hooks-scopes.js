// async-hooks-scopes.js - the pages on hooks and contexts, broken once more: what is checked, inherited, bound and left.
'use strict';

const hooks = require('async_hooks');
const wrap = require('./wrap.js');

const { AsyncLocalStorage, AsyncResource } = hooks;
const change = (name, make) => wrap(hooks, name, make);
const names = ['init', 'before', 'after', 'destroy', 'promiseResolve'];
// The types of what `make` creates, as init is told.
const typesOf = (make) => {
  const types = [];
  const hook = hooks.createHook({ init: (id, type) => types.push(type) }).enable();
  make();
  hook.disable();
  return types;
};
const attempt = (print, call) => {
  try { call(); print('taken'); } catch (error) { print('refused'); }
};

module.exports = {
  'wrong-callbacks-are-left-out': {
    sentence: 'createHook(): init, before, after, destroy {Function}.',
    rules: ['HOOK-28'],
    change: () => change('createHook', (whole) => (options) => {
      const right = Object.create(options);
      for (const name of names) if (typeof options[name] !== 'function') right[name] = undefined;
      return whole(right);
    }),
    witness: (print) => attempt(print, () => hooks.createHook({ init: 3 })),
  },
  'resolve-without-promises': {
    sentence: 'trackPromises: cannot be false if promiseResolve is set.',
    rules: ['HOOK-28'],
    change: () => change('createHook', (whole) => (options) =>
      whole(options.trackPromises === false ? { ...options, promiseResolve: undefined } : options)),
    witness: (print) => attempt(print, () => hooks.createHook({ promiseResolve() {}, trackPromises: false })),
  },
  'nothing-is-inherited': {
    sentence: 'The callbacks will be inherited via the prototype chain.',
    rules: ['HOOK-29'],
    change: () => change('createHook', (whole) => (options) => whole({ ...options })),
    witness: (print) => {
      const hook = hooks.createHook(Object.create({ init: () => print('init') })).enable();
      new AsyncResource('OWN').emitDestroy();
      hook.disable();
    },
  },
  'trigger-is-the-top': {
    sentence: 'triggerAsyncId: default: executionAsyncId().',
    rules: ['HOOK-30'],
    change: () => {
      hooks.AsyncResource = class extends AsyncResource {
        constructor(type, options = { triggerAsyncId: 1 }) { super(type, options); }
      };
    },
    witness: (print) => setTimeout(() => print(new hooks.AsyncResource('OWN').triggerAsyncId() === hooks.executionAsyncId()), 1),
  },
  'bound-without-a-type': {
    sentence: 'AsyncResource.bind(): type: an optional name to associate with the underlying AsyncResource.',
    rules: ['HOOK-30'],
    change: () => wrap(AsyncResource, 'bind', (whole) => (fn, type, ...rest) => whole(fn, undefined, ...rest)),
    witness: (print) => print(typesOf(() => AsyncResource.bind(() => {}, 'OWN')).includes('OWN')),
  },
  'no-providers': {
    sentence: 'asyncWrapProviders: a map of provider types to the corresponding numeric id.',
    rules: ['HOOK-30'],
    change: () => Object.defineProperty(hooks, 'asyncWrapProviders', { value: {} }),
    witness: (print) => print(Object.keys(hooks.asyncWrapProviders).length > 0),
  },
  'bound-without-this': {
    sentence: 'AsyncLocalStorage.bind(): a new function that calls fn within the captured execution context.',
    rules: ['CONTEXT-20'],
    change: () => wrap(AsyncLocalStorage, 'bind', (whole) => (fn) => {
      const bound = whole((...args) => fn(...args));
      return (...args) => bound(...args);
    }),
    witness: (print) => print(AsyncLocalStorage.bind(function own() { return this && this.number; }).call({ number: 2 })),
  },
  'exit-of-every-storage': {
    sentence: 'Multiple instances can safely exist simultaneously without risk of interfering with each other.',
    rules: ['CONTEXT-21'],
    change: () => {
      const all = new Set();
      const proto = AsyncLocalStorage.prototype;
      wrap(proto, 'run', (whole) => function run(...args) { all.add(this); return whole.apply(this, args); });
      wrap(proto, 'exit', (whole) => function exit(...args) {
        const leave = () => whole.apply(this, args);
        return [...all].reduce((rest, each) => () => whole.call(each, rest), leave)();
      });
    },
    witness: (print) => {
      const [first, second] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
      first.run(1, () => second.run(2, () => first.exit(() => print(second.getStore()))));
    },
  },
  'exit-until-a-run': {
    sentence: 'Any getStore() call done within the callback function will always return undefined.',
    rules: ['CONTEXT-22'],
    change: () => wrap(AsyncLocalStorage.prototype, 'exit', (whole) => function exit(fn, ...args) {
      const outer = this.getStore();
      return whole.call(this, () => {
        const { run } = this;
        this.run = (...rest) => { try { return run.apply(this, rest); } finally { this.enterWith(outer); } };
        try { return fn(...args); } finally { delete this.run; }
      });
    }),
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      storage.run(1, () => storage.exit(() => { storage.run(2, () => {}); print(storage.getStore()); }));
    },
  },
  'promises-are-tracked-for-all': {
    sentence: 'trackPromises {boolean}: whether the hook should track Promises.',
    rules: ['HOOK-25'],
    change: () => change('createHook', (whole) => ({ trackPromises, ...callbacks }) => {
      const { before, after } = callbacks;
      const more = trackPromises === false && (before || after) && whole({ before, after });
      const hook = whole({ trackPromises, ...callbacks });
      if (more) wrap(hook, 'enable', (enable) => function enabled() { more.enable(); return enable.call(this); });
      return hook;
    }),
    witness: (print) => {
      const promises = new Set();
      hooks.createHook({ init: (id, type) => { if (type === 'PROMISE') promises.add(id); }, before() {} }).enable();
      let told = 0;
      hooks.createHook({ before: (id) => { if (promises.has(id)) told++; }, trackPromises: false }).enable();
      Promise.resolve().then(() => {});
      setTimeout(() => print(told > 0), 1);
    },
  },
  'store-stays-after-a-throw': {
    sentence: 'runInAsyncScope(): call the function in the execution context of the resource and then restore the original one.',
    rules: ['CONTEXT-12'],
    change: () => {
      const storages = new Set();
      wrap(AsyncLocalStorage.prototype, 'run', (whole) => function run(...args) { storages.add(this); return whole.apply(this, args); });
      wrap(AsyncResource.prototype, 'runInAsyncScope', (whole) => function run(call, self, ...args) {
        let stores = [];
        try {
          return whole.call(this, function within(...more) {
            stores = [...storages].map((storage) => [storage, storage.getStore()]);
            return call.apply(this, more);
          }, self, ...args);
        } catch (error) {
          for (const [storage, store] of stores) storage.enterWith(store);
          throw error;
        }
      });
    },
    witness: (print) => {
      const storage = new AsyncLocalStorage();
      const resource = storage.run(1, () => new AsyncResource('OWN'));
      attempt(print, () => resource.runInAsyncScope(() => { throw new Error('x'); }));
      print(storage.getStore());
    },
  },
};
