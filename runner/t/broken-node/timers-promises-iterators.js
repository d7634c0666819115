// timers-promises-iterators.js - the iterator of a promised interval, broken.
'use strict';

const wrap = require('./wrap.js');

const load = () => require('timers/promises');
// Let `change` alter the iterator of each interval.
const iterators = (change) => wrap(load(), 'setInterval', (whole) => (...args) => {
  const iterator = whole(...args);
  change(iterator, args);
  return iterator;
});

module.exports = {
  'gives-more-after-its-end': {
    sentence: 'Returns an async iterator that generates values in an interval of delay ms.',
    rules: ['PTIMER-27'],
    change: () => iterators((iterator, [, value]) => {
      let ended = false;
      wrap(iterator, 'return', (whole) => (answer) => { ended = true; return whole.call(iterator, answer); });
      wrap(iterator, 'next', (whole) => () => (ended ? Promise.resolve({ done: false, value }) : whole.call(iterator)));
    }),
    witness: async (print) => {
      const iterator = load().setInterval(5, 'value');
      await iterator.next();
      await iterator.return();
      print((await iterator.next()).done);
    },
  },
  'holds-though-aborted': {
    sentence: 'An optional AbortSignal that can be used to cancel the scheduled Timeout between operations.',
    rules: ['PTIMER-27'],
    change: () => iterators((iterator, [delay, , options]) => {
      if (!options || !options.signal) return;
      const held = setInterval(() => {}, delay);
      wrap(iterator, 'return', (whole) => (answer) => { clearInterval(held); return whole.call(iterator, answer); });
    }),
    witness: async (print) => {
      const controller = new AbortController();
      setTimeout(() => { print('held'); process.exit(); }, 500).unref();
      await load().setInterval(5, 0, { signal: controller.signal }).next();
      controller.abort();
    },
  },
  'answers-all-at-once': {
    sentence: 'The number of milliseconds to wait between iterations.',
    rules: ['PTIMER-27'],
    change: () => iterators((iterator) => {
      let waiting;
      wrap(iterator, 'next', (whole) => () => {
        waiting = waiting || whole.call(iterator).finally(() => { waiting = undefined; });
        return waiting;
      });
    }),
    witness: (print) => {
      const iterator = load().setInterval(10, 0);
      iterator.next();
      iterator.next().then(() => { print('second'); iterator.return(); });
      setTimeout(() => print('timeout'), 15);
    },
  },
};
