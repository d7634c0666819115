// process-failures.js - the page on the process, broken once more: warnings, monitors and capture callbacks.
'use strict';

const wrap = require('./wrap.js');

const changeListeners = (event, make) => ['on', 'addListener', 'once'].forEach((name) => wrap(process, name, (whole) =>
  function add(type, listener) { return whole.call(this, type, type === event ? make(listener) : listener); }));

module.exports = {
  'warning-is-renamed': {
    sentence: "If warning is passed as an Error object, it will be passed through to the 'warning' event handler unmodified.",
    rules: ['LIFE-50'],
    change: () => wrap(process, 'emitWarning', (whole) => function emitWarning(warning, type, ...rest) {
      if (warning instanceof Error && typeof type === 'string') warning.name = type;
      return whole.call(this, warning, type, ...rest);
    }),
    witness: (print) => { process.on('warning', ({ name }) => print(name)); process.emitWarning(new Error('x'), 'Own'); },
  },
  'warning-without-a-stack': {
    sentence: "'warning': stack: a stack trace to the location in the code where the warning was issued.",
    rules: ['LIFE-50'],
    change: () => changeListeners('warning', (listener) => function warn(warning) {
      warning.stack = String(warning);
      listener.call(this, warning);
    }),
    witness: (print) => { process.on('warning', ({ stack }) => print(stack.includes(' at '))); process.emitWarning('x'); },
  },
  'rejections-are-not-monitored': {
    sentence: "'uncaughtExceptionMonitor': origin: can either be 'uncaughtException' or 'unhandledRejection'.",
    rules: ['LIFE-51'],
    change: () => changeListeners('uncaughtExceptionMonitor', (listener) => function monitor(error, origin) {
      if (origin === 'uncaughtException') listener.call(this, error, origin);
    }),
    witness: (print) => {
      process.on('uncaughtExceptionMonitor', (error, origin) => print(origin));
      process.on('uncaughtException', () => {});
      Promise.reject(new Error('x'));
    },
  },
  'second-capture-callback-replaces': {
    sentence: 'Calling this method with a non-null argument while another capture function is set will throw an error.',
    rules: ['LIFE-52'],
    change: () => wrap(process, 'setUncaughtExceptionCaptureCallback', (whole) => function set(callback) {
      if (process.hasUncaughtExceptionCaptureCallback()) whole.call(this, null);
      return whole.call(this, callback);
    }),
    witness: (print) => {
      process.setUncaughtExceptionCaptureCallback(() => {});
      try { process.setUncaughtExceptionCaptureCallback(() => {}); print('set'); } catch (error) { print('thrown'); }
    },
  },
  'first-removal-ends-a-signal': {
    sentence: 'Signal events are emitted when the Node.js process receives a signal, as long as there is a listener.',
    rules: ['LIFE-28'],
    change: () => wrap(process, 'removeListener', (whole) => function remove(name, ...rest) {
      whole.call(this, name, ...rest);
      if (String(name).startsWith('SIG')) for (const left of this.listeners(name)) whole.call(this, name, left);
      return this;
    }),
    witness: (print) => {
      const other = () => {};
      process.on('SIGUSR2', other);
      process.on('SIGUSR2', () => print('heard'));
      process.removeListener('SIGUSR2', other);
      print(process.listenerCount('SIGUSR2'));
    },
  },
  'warn-spares-what-is-handled': {
    sentence: '--unhandled-rejections=warn: always trigger a warning, no matter if the hook is set or not.',
    rules: ['ERR-21'],
    change: () => wrap(process, 'emitWarning', (whole) => function warn(warning, ...rest) {
      if ([warning.name, rest[0]].includes('UnhandledPromiseRejectionWarning') && this.listenerCount('unhandledRejection')) return;
      whole.call(this, warning, ...rest);
    }),
    witness: (print) => {
      const { execFile } = require('child_process');
      execFile(process.execPath, ['--unhandled-rejections=warn', '-e', `
        process.on('unhandledRejection', () => {});
        Promise.reject(new Error('x'));
      `], (error, output, errors) => print(Number(errors.includes('UnhandledPromiseRejectionWarning'))));
    },
  },
  'deprecations-as-errors-are-emitted': {
    sentence: "The *-deprecation command-line flags only affect warnings that use the name 'DeprecationWarning'. --no-deprecation: silence deprecation warnings.",
    rules: ['LIFE-27'],
    change: () => wrap(process, 'emitWarning', (whole) => (warning, ...rest) => {
      if (!process.noDeprecation || warning.name !== 'DeprecationWarning') return whole.call(process, warning, ...rest);
      process.nextTick(() => process.emit('warning', warning));
    }),
    witness: (print) => {
      process.noDeprecation = true;
      process.on('warning', ({ name }) => print(name));
      process.emitWarning(Object.assign(new Error('x'), { name: 'DeprecationWarning' }));
    },
  },
  'one-withdrawal-a-turn': {
    sentence: "'rejectionHandled' is emitted whenever a Promise has been rejected and an error handler was attached to it later.",
    rules: ['LIFE-14'],
    change: () => {
      let told = false;
      wrap.event(process, 'rejectionHandled', (inTruth, args) => {
        if (told) return true;
        told = true;
        setImmediate(() => { told = false; });
        return inTruth(...args);
      });
    },
    witness: (print) => {
      const promises = [Promise.reject(new Error('a')), Promise.reject(new Error('b'))];
      process.on('unhandledRejection', () => {}).on('rejectionHandled', () => print('handled'));
      setTimeout(() => promises.forEach((promise) => promise.catch(() => {})), 1);
    },
  },
  'one-object-is-finalized': {
    sentence: 'process.finalization.register(): registers a callback to be called when the process emits the exit event.',
    rules: ['LIFE-32'],
    change: () => {
      const { finalization } = process;
      let known = false;
      wrap(finalization, 'register', (whole) => function register(...args) {
        if (!known) whole.apply(this, args);
        known = true;
      });
    },
    witness: (print) => {
      const objects = [{}, {}];
      for (const object of objects) process.finalization.register(object, (each) => print(objects.indexOf(each)));
      global.kept = objects;
    },
  },
};
