// diagnostics-channel.js - traced calls of the page on diagnostics channels, broken.
'use strict';

const channels = require('diagnostics_channel');
const wrap = require('./wrap.js');

const proto = Object.getPrototypeOf(channels.tracingChannel('loopspec'));
const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
const subscribed = (handler) => {
  const traced = channels.tracingChannel('witness');
  traced.subscribe(Object.fromEntries(names.map((name) => [name, (message) => handler(name, message)])));
  return traced;
};

module.exports = {
  'promise-has-a-context-of-its-own': {
    sentence: 'A single traceable action will share the same event object between all events.',
    rules: ['CHANNEL-5'],
    change: () => wrap(proto, 'tracePromise', (whole) => function tracePromise(call, context, ...rest) {
      return whole.call(this, call, { ...context }, ...rest);
    }),
    witness: (print) => {
      const context = {};
      subscribed((name, message) => print(name, message === context)).tracePromise(async () => 1, context);
    },
  },
  'callback-is-always-the-last': {
    sentence: 'Zero-indexed argument position of expected callback (defaults to last argument if undefined is passed).',
    rules: ['CHANNEL-5'],
    change: () => wrap(proto, 'traceCallback', (whole) => function traceCallback(call, position, ...rest) {
      return whole.call(this, call, -1, ...rest);
    }),
    witness: (print) => {
      const traced = subscribed(print);
      try { traced.traceCallback((done) => done(), 0, {}, null, () => print('done'), 5); } catch ({ code }) { print(code); }
    },
  },
  'callback-without-receiver': {
    sentence: 'Trace a callback-receiving function call.',
    rules: ['CHANNEL-5'],
    change: () => wrap(proto, 'traceCallback', (whole) => function traceCallback(call, position, context, self, ...args) {
      const at = position === undefined ? args.length - 1 : args.length * (position < 0) + position;
      const done = args[at];
      if (typeof done === 'function') args[at] = (...answer) => done(...answer);
      return whole.call(this, call, position, context, self, ...args);
    }),
    witness: (print) => subscribed(() => {}).traceCallback(function call(done) { done.call(this); }, 0, {}, 7,
      function done() { print(Number(this)); }),
  },
  'bounded-call-without-an-end': {
    sentence: 'boundedChannel.run(): this will produce a start event and end event around the execution.',
    rules: ['CHANNEL-6'],
    change: () => wrap(channels.BoundedChannel.prototype, 'run', () => function run(context, call, self, ...args) { return this.start.runStores(context, call, self, ...args); }),
    witness: (print) => {
      const bounded = channels.boundedChannel('witness');
      bounded.subscribe({ start: () => print('start'), end: () => print('end') });
      bounded.run({}, () => print('call'));
    },
  },
  'scope-keeps-its-stores': {
    sentence: 'channel.withStoreScope(): the scope automatically restores the previous storage contexts when disposed.',
    rules: ['CHANNEL-6'],
    change: () => wrap(Object.getPrototypeOf((() => { const c = channels.channel('active'); c.subscribe(() => {}); return c; })()), 'withStoreScope', (whole) => function scope(data) {
      whole.call(this, data);
      return { [Symbol.dispose]() {} };
    }),
    witness: (print) => {
      const { AsyncLocalStorage } = require('async_hooks');
      const storage = new AsyncLocalStorage();
      const channel = channels.channel('witness');
      channel.bindStore(storage);
      channel.withStoreScope(7)[Symbol.dispose]();
      print(storage.getStore());
    },
  },
  'first-transform-stays': {
    sentence: 'bindStore(): if the store has already been bound the previous transform function will be replaced with the new one.',
    rules: ['CHANNEL-8'],
    change: () => {
      const { Channel } = require('diagnostics_channel');
      const bound = new WeakMap();
      wrap(Channel.prototype, 'bindStore', (whole) => function bind(store, transform) {
        whole.call(this, store, transform);
        bound.set(this, new WeakSet([store]));
        const active = Object.getPrototypeOf(this);
        if (bound.has(active)) return;
        bound.set(active, true);
        wrap(active, 'bindStore', (again) => function more(...args) {
          const known = bound.get(this);
          if (known && known.has(args[0])) return;
          if (known) known.add(args[0]);
          again.apply(this, args);
        });
      });
    },
    witness: (print) => {
      const channel = require('diagnostics_channel').channel('a');
      const storage = new (require('async_hooks').AsyncLocalStorage)();
      channel.bindStore(storage, () => 'first');
      channel.bindStore(storage, () => 'second');
      channel.runStores(0, () => print(storage.getStore()));
    },
  },
};
