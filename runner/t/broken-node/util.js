// util.js - the page on util, broken.
'use strict';

const util = require('util');
const wrap = require('./wrap.js');

module.exports = {
  'callbackified-in-a-microtask': {
    sentence: "The callback is executed asynchronously. If it throws, the process will emit an 'uncaughtException' event.",
    rules: ['GLOBAL-11'],
    change: () => wrap(util, 'callbackify', () => (call) => function changed(...args) {
      const callback = args.pop().bind(this);
      call.apply(this, args).then((value) => callback(null, value), callback);
    }),
    witness: (print) => {
      process.on('uncaughtException', () => print('uncaught')).on('unhandledRejection', () => print('unhandled'));
      util.callbackify(async () => 1)(() => { throw new Error('no'); });
    },
  },
  'callbackified-null-is-no-error': {
    sentence: 'If a wrapped function rejects a Promise with a falsy value as reason, the value is wrapped in an Error.',
    rules: ['GLOBAL-11'],
    change: () => wrap(util, 'callbackify', (whole) => (call) => (...args) => {
      const callback = args.pop();
      whole(call)(...args, (error, value) => callback(error && 'reason' in error ? error.reason : error, value));
    }),
    witness: (print) => util.callbackify(() => Promise.reject())((error) => print(typeof error)),
  },
  'promisified-without-its-variant': {
    sentence: 'Using the util.promisify.custom symbol one can override the return value of util.promisify().',
    rules: ['GLOBAL-12'],
    change: () => wrap(util, 'promisify', (whole) => (original) =>
      whole(original && original[util.promisify.custom] ? (...args) => original(...args) : original)),
    witness: (print) => {
      const original = Object.assign((done) => done(null, 1), { [util.promisify.custom]: async () => 2 });
      util.promisify(original)().then(print);
    },
  },
  'promisified-without-receiver': {
    sentence: 'Takes a function following the common error-first callback style and returns a version that returns promises.',
    rules: ['GLOBAL-12'],
    change: () => wrap(util, 'promisify', (whole) => (original) => {
      const made = whole(original);
      return Object.defineProperties((...args) => made(...args), Object.getOwnPropertyDescriptors(made));
    }),
    witness: (print) => {
      const object = { value: 1, call(done) { done(null, this && this.value); } };
      object.promised = util.promisify(object.call);
      object.promised().then(print, () => print('rejected'));
    },
  },
  'deprecated-warns-each-time': {
    sentence: 'util.deprecate() emits a DeprecationWarning the first time the returned function is called.',
    rules: ['GLOBAL-13'],
    change: () => wrap(util, 'deprecate', () => (call, message, code) => function changed(...args) {
      process.emitWarning(message, 'DeprecationWarning', code);
      return call.apply(this, args);
    }),
    witness: (print) => {
      process.on('warning', ({ message }) => print(message));
      const old = util.deprecate(() => {}, 'old');
      old();
      old();
    },
  },
  'aborted-too-early': {
    sentence: 'util.aborted(): listens to abort event on the provided signal and returns a promise that resolves when it is aborted.',
    rules: ['GLOBAL-13'],
    change: () => wrap(util, 'aborted', () => async () => {}),
    witness: (print) => util.aborted(new AbortController().signal, {}).then(() => print('aborted')),
  },
  'only-errors-reject': {
    sentence: 'util.promisify(): takes a function following the common error-first callback style, taking an (err, value) => ... callback as the last argument.',
    rules: ['GLOBAL-12'],
    change: () => wrap(util, 'promisify', (whole) => (original, ...rest) => {
      if (original[whole.custom]) return whole(original, ...rest);
      return whole(function call(...args) {
        const done = args.pop();
        return original.call(this, ...args, (error, value) => done(error instanceof Error ? error : null, value));
      });
    }),
    witness: (print) => util.promisify((callback) => callback('text', 1))().then(() => print('fine'), print),
  },
  'deprecated-warns-each-time': {
    sentence: 'util.deprecate(): when called, the returned function will emit a DeprecationWarning the first time the returned function is called.',
    rules: ['GLOBAL-13'],
    change: () => wrap(util, 'deprecate', (whole) => (call, message, code) => (code ? whole(call, message, code) : function deprecated(...args) { return whole(call, message).apply(this, args); })),
    witness: (print) => {
      process.on('warning', ({ message }) => print(message));
      const old = util.deprecate(() => {}, 'old');
      old();
      old();
    },
  },
};
