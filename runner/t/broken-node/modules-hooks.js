// modules-hooks.js - the page on the module API and what --require names, broken.
'use strict';

const Module = require('module');
const program = require('./program.js');
const wrap = require('./wrap.js');

// Each new hook is put before all that are there, so that it is called last.
const firstIsCalledFirst = () => wrap(Module, 'registerHooks', (whole) => {
  const all = [];
  return (own) => {
    const one = { own };
    all.forEach((each) => each.made.deregister());
    all.unshift(one);
    all.forEach((each) => { each.made = whole(each.own); });
    return {
      deregister() {
        if (!all.includes(one)) return;
        all.splice(all.indexOf(one), 1);
        one.made.deregister();
      },
    };
  };
});

module.exports = {
  'first-hook-is-called-first': {
    sentence: 'Hooks form chains which run last-in, first-out (LIFO).',
    rules: ['MODULE-13'],
    change: firstIsCalledFirst,
    witness: program('modules/hooks-that-are-registered'),
  },
  'hooks-stay': {
    sentence: 'Once deregister() is called, the hooks will no longer be invoked during module resolution or loading.',
    rules: ['MODULE-13', 'MODULE-14'],
    change: () => wrap(Module, 'registerHooks', (whole) => (own) => { whole(own); return { deregister() {} }; }),
    witness: program('modules/hooks-that-are-registered'),
  },
  'chain-ends-without-a-word': {
    sentence: 'A hook that returns without calling next<hookName>() and without returning shortCircuit: true triggers an exception.',
    rules: ['MODULE-14'],
    change: () => wrap(Module, 'registerHooks', (whole) => ({ resolve, load }) => whole({
      resolve,
      load: load && ((...args) => ({ ...load(...args), shortCircuit: true })),
    })),
    witness: program('modules/hooks-that-are-registered'),
  },
  'thread-of-hooks-is-late': {
    sentence: 'module.register(): the hooks are in place for what is imported after it.',
    rules: ['MODULE-15'],
    change: () => wrap(Module, 'register', (whole) => (...args) => { setImmediate(() => whole.apply(Module, args)); }),
    witness: program('modules/hooks-on-their-own-thread'),
  },
  'hooks-get-no-data': {
    sentence: 'data: any arbitrary, cloneable JavaScript value to pass into the initialize hook.',
    rules: ['MODULE-15'],
    change: () => wrap(Module, 'register', (whole) => (specifier, options) => {
      const data = options.data && { ...options.data, label: 'none' };
      return whole.call(Module, specifier, { ...options, data });
    }),
    witness: program('modules/hooks-on-their-own-thread'),
  },
  'required-is-late': {
    sentence: '--require: preload the specified module at startup.',
    rules: ['MODULE-16'],
    change: () => wrap(Module.prototype, 'require', (whole) => function required(id) {
      if (this.id !== 'internal/preload') return whole.call(this, id);
      return void setImmediate(() => whole.call(this, id));
    }),
    witness: program('modules/preloaded-in-their-order'),
  },
};
