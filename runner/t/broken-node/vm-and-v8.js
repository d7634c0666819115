// vm-and-v8.js - the pages on vm and v8, broken.
'use strict';

const v8 = require('v8');
const vm = require('vm');
const program = require('./program.js');
const wrap = require('./wrap.js');

// Let `make(options)` change the options of each way to a new context.
const changeOptions = (make) => () => {
  wrap(vm, 'createContext', (whole) => (object, options, ...rest) => whole(object, options && make(options), ...rest));
  wrap(vm, 'runInNewContext', (whole) => (code, object, options) => whole(code, object, options && make(options)));
};

module.exports = {
  'microtasks-are-those-of-all': {
    sentence: 'microtaskMode: if set to afterEvaluate, microtasks will be run immediately after the script has run.',
    rules: ['MICRO-19'],
    change: changeOptions(({ microtaskMode, ...options }) => ({ ...options, microtaskMode: ['afterEvaluate'].includes(microtaskMode) ? undefined : microtaskMode })),
    witness: program('microtasks/context-with-its-own-microtasks'),
  },
  'listeners-of-sigint-are-gone': {
    sentence: "breakOnSigint: handlers that have been attached via process.on('SIGINT') are disabled during script execution, but continue to work after that.",
    rules: ['MICRO-20'],
    change: () => wrap(vm, 'runInNewContext', (whole) => (code, object, options = {}) => {
      const result = whole(code, object, options);
      if (options.breakOnSigint) process.removeAllListeners('SIGINT');
      return result;
    }),
    witness: program('microtasks/endless-microtasks-of-a-context'),
  },
  'hook-of-promises-stays': {
    sentence: 'To stop a hook, call the function returned at its creation.',
    rules: ['HOOK-31'],
    change: () => wrap(v8.promiseHooks, 'onInit', (whole) => (hook) => { whole(hook); return () => {}; }),
    witness: program('hooks/promises-from-v8'),
  },
};
