// timers-delays.js - the page on timers, broken once more: delays of any kind, numbers, references, values and checks.
'use strict';

const timers = require('timers');
const promised = require('timers/promises');
const { getEventListeners } = require('events');
const wrap = require('./wrap.js');

const change = (name, make) => {
  wrap(timers, name, make);
  Object.defineProperty(globalThis, name, { value: timers[name], configurable: true, writable: true });
};
const changePromised = (name, make) => wrap(promised, name, make);
const protoOf = (made) => Object.getPrototypeOf(made);
const timeout = () => { const made = setTimeout(() => {}, 1); clearTimeout(made); return protoOf(made); };
const immediate = () => { const made = setImmediate(() => {}); clearImmediate(made); return protoOf(made); };
const once = (call, delay) => { const made = setInterval(() => { call(); clearInterval(made); }, delay); };

module.exports = {
  'immediate-counts-its-refs': {
    sentence: 'Calling immediate.ref() multiple times will have no effect.',
    rules: ['ALIVE-3', 'ALIVE-10'],
    change: () => {
      const refs = new WeakMap();
      const add = (of, number) => { refs.set(of, (refs.get(of) || 0) + number); return refs.get(of); };
      wrap(immediate(), 'ref', (whole) => function ref() { add(this, 1); return whole.call(this); });
      wrap(immediate(), 'unref', (whole) => function unref() { return add(this, -1) > 0 ? this : whole.call(this); });
    },
    witness: (print) => { setImmediate(() => print('called')).ref().ref().unref(); },
  },
  'refresh-holds': {
    sentence: "timeout.refresh(): sets the timer's start time to the current time (and leaves its reference alone).",
    rules: ['ALIVE-8'],
    change: () => wrap(timeout(), 'refresh', (whole) => function refresh() { return whole.call(this).ref(); }),
    witness: (print) => { setTimeout(() => print('called'), 5).unref().refresh(); },
  },
  'number-is-a-text': {
    sentence: 'timeout[Symbol.toPrimitive](): returns a number {integer}.',
    rules: ['TIMEOUT-2'],
    change: () => wrap(timeout(), Symbol.toPrimitive, (whole) => function primitive() { return String(whole.call(this)); }),
    witness: (print) => print(typeof setTimeout(() => {}, 1)[Symbol.toPrimitive]()),
  },
  'interval-is-rounded': {
    sentence: 'setInterval(): non-integer delays are truncated to an integer.',
    rules: ['TIMEOUT-6'],
    change: () => change('setInterval', (whole) => (callback, delay, ...args) => whole(callback, Math.round(delay), ...args)),
    witness: (print) => { once(() => print('interval'), 40.9); setTimeout(() => print('timeout'), 40); },
  },
  'interval-of-no-number-is-long': {
    sentence: 'setInterval(): when delay is NaN, the delay will be set to 1.',
    rules: ['TIMEOUT-6'],
    change: () => change('setInterval', (whole) => (callback, delay, ...args) => whole(callback, delay !== delay ? 100 : delay, ...args)),
    witness: (print) => { once(() => print('interval'), NaN); setTimeout(() => print('timeout'), 20); },
  },
  'interval-may-be-negative': {
    sentence: 'TimeoutNegativeWarning: a negative number has been provided to either setTimeout() or setInterval().',
    rules: ['TIMER-23'],
    change: () => change('setInterval', (whole) => (callback, delay, ...args) => whole(callback, delay < 0 ? 1 : delay, ...args)),
    witness: (print) => { process.on('warning', ({ name }) => print(name)); once(() => print('interval'), -5); },
  },
  'each-seventh-tick-is-a-microtask': {
    sentence: 'process.nextTick(): the next tick queue is fully drained before the event loop continues (and before microtasks).',
    rules: ['TICK-1', 'TICK-2'],
    change: () => wrap(process, 'nextTick', (whole) => {
      let ticks = 0;
      return (callback, ...args) => ++ticks % 7 ? whole.call(process, callback, ...args) : queueMicrotask(() => callback(...args));
    }),
    witness: (print) => { for (let i = 0; i < 8; i++) process.nextTick(print, i); },
  },
  'module-is-slower': {
    sentence: "Because the timer functions are globals, there is no need to call require('node:timers').",
    rules: ['TIMEOUT-6'],
    change: () => wrap(timers, 'setTimeout', (whole) => (callback, delay, ...args) => whole(callback, delay + 5, ...args)),
    witness: (print) => { timers.setTimeout(() => print('module'), 40); setTimeout(() => print('global'), 42); },
  },
  'false-values-are-lost': {
    sentence: 'value {any}: a value with which the promise is fulfilled.',
    rules: ['PTIMER-1'],
    change: () => changePromised('setTimeout', (whole) => (delay, value, options) => whole(delay, value || undefined, options)),
    witness: (print) => { promised.setTimeout(1, 0).then(print); },
  },
  'interval-without-a-value-is-zero': {
    sentence: 'timersPromises.setInterval(): value {any}: a value with which the iterator returns.',
    rules: ['PTIMER-1'],
    change: () => changePromised('setInterval', (whole) => (delay, value = 0, options) => whole(delay, value, options)),
    witness: (print) => { const all = promised.setInterval(1); all.next().then(({ value }) => { print(value); all.return(); }); },
  },
  'promised-delays-may-be-negative': {
    sentence: 'delay: the number of milliseconds to wait before fulfilling the promise (as that of a timeout).',
    rules: ['PTIMER-24'],
    change: () => changePromised('setTimeout', (whole) => (delay, ...rest) => whole(delay < 0 ? -delay : delay, ...rest)),
    witness: (print) => { promised.setTimeout(-40).then(() => print('promise')); setTimeout(() => print('timeout'), 20); },
  },
  'promised-delays-may-be-texts': {
    sentence: 'delay {number}.',
    rules: ['PTIMER-25'],
    change: () => changePromised('setTimeout', (whole) => (delay, ...rest) => whole(typeof delay === 'string' ? Number(delay) : delay, ...rest)),
    witness: (print) => { promised.setTimeout('5').then(() => print('fulfilled'), () => print('rejected')); },
  },
  'promised-options-of-any-kind': {
    sentence: 'timersPromises.setImmediate(): options {Object}.',
    rules: ['PTIMER-25'],
    change: () => changePromised('setImmediate', (whole) => (value, options) => whole(value, Object(options) === options ? options : undefined)),
    witness: (print) => { promised.setImmediate(1, 5).then(() => print('fulfilled'), () => print('rejected')); },
  },
  'promised-timer-keeps-listening': {
    sentence: 'signal: an optional AbortSignal that can be used to cancel the scheduled Timeout (while it is scheduled).',
    rules: ['PTIMER-26'],
    change: () => changePromised('setTimeout', (whole) => (delay, value, options = {}) => {
      if (options && options.signal instanceof AbortSignal) options.signal.addEventListener('abort', () => {});
      return whole(delay, value, options);
    }),
    witness: (print) => {
      const { signal } = new AbortController();
      promised.setTimeout(1, 0, { signal }).then(() => print(getEventListeners(signal, 'abort').length));
    },
  },
  'refreshed-once-after-its-call': {
    sentence: 'Using this on a timer that has already called its callback will reactivate the timer.',
    rules: ['TIMER-36'],
    change: () => {
      const revived = new WeakSet();
      wrap(timeout(), 'refresh', (whole) => function refresh() {
        if (this._destroyed && revived.has(this)) return this;
        if (this._destroyed) revived.add(this);
        return whole.call(this);
      });
    },
    witness: (print) => {
      const made = setTimeout(() => print('called'), 1);
      for (const delay of [10, 20]) setTimeout(() => made.refresh(), delay);
      setTimeout(() => {}, 40);
    },
  },
  'clearing-lets-others-go': {
    sentence: 'By default the event loop will continue running as long as the timer is active.',
    rules: ['ALIVE-42'],
    change: () => {
      const all = new Set();
      change('setTimeout', (whole) => (...args) => {
        const made = whole(...args);
        all.add(made);
        return made;
      });
      change('clearTimeout', (whole) => (made) => {
        whole(made);
        if (made && made.hasRef && !made.hasRef()) all.forEach((other) => other.unref());
      });
    },
    witness: (print) => {
      setTimeout(() => print('called'), 5);
      clearTimeout(setTimeout(() => {}, 10).unref());
    },
  },
  'interval-holds-again': {
    sentence: 'When timeout.unref() is called, the active Timeout object will not require the loop to remain active.',
    rules: ['ALIVE-42'],
    change: () => change('setInterval', (whole) => (callback, ...args) => whole(function call(...more) {
      callback.apply(this, more);
      this.ref();
    }, ...args)),
    witness: (print) => {
      let calls = 0;
      const made = setInterval(() => {
        print(++calls);
        made.unref();
        if (calls === 3) clearInterval(made);
      }, 5);
    },
  },
  'ticks-beyond-a-queue-are-lost': {
    sentence: 'process.nextTick() adds callback to the next tick queue; this queue is fully drained.',
    rules: ['TICK-2', 'TICK-3'],
    change: () => wrap(process, 'nextTick', (whole) => {
      let waiting = 0;
      return (callback, ...args) => {
        if (waiting >= 2047 || typeof callback !== 'function') return;
        waiting++;
        whole.call(process, () => {
          waiting--;
          callback(...args);
        });
      };
    }),
    witness: (print) => {
      let calls = 0;
      for (let i = 0; i < 3000; i++) process.nextTick(() => { calls++; });
      setImmediate(() => print(calls));
    },
  },
  'clearing-mixes-the-rest': {
    sentence: 'The callback will be called as close as possible to the time specified.',
    rules: ['TIMER-1'],
    change: () => {
      // The list of those that wait, as a heap in which the last takes the place of one that is cleared.
      const waiting = [];
      change('setTimeout', (whole) => (callback, delay, ...args) => {
        const made = whole(callback, delay, ...args);
        waiting.push([made, delay]);
        return made;
      });
      change('clearTimeout', (whole) => (made) => {
        const index = waiting.findIndex(([each]) => each === made);
        const last = waiting[waiting.length - 1];
        whole(made);
        if (index < 0 || waiting.length < 8 || last[0] === made) return;
        const call = last[0]._onTimeout;
        if (!call || last[1] > waiting[index][1]) return;
        // It waits as long as that one would have.
        whole(last[0]);
        timers.setTimeout(call, waiting[index][1]);
      });
    },
    witness: (print) => {
      const made = [50, 40, 30, 20, 60, 10, 70, 80, 5].map((delay) => setTimeout(() => print(delay), delay));
      clearTimeout(made[1]);
    },
  },
  'clearing-the-latest-loses-the-others': {
    sentence: 'The entire callback queue is processed every event loop iteration.',
    rules: ['CHECK-10'],
    change: () => {
      const waiting = [];
      change('setImmediate', (whole) => (callback, ...args) => {
        const made = whole((...more) => {
          waiting.splice(waiting.indexOf(made), 1);
          callback(...more);
        }, ...args);
        waiting.push(made);
        return made;
      });
      change('clearImmediate', (whole) => (made) => {
        const others = waiting[waiting.length - 1] === made ? waiting.splice(0) : [];
        whole(made);
        // The next one that is made finds the queue empty.
        if (others.length > 1) whole(others[0]);
      });
    },
    witness: (print) => {
      setImmediate(() => print('first'));
      clearImmediate(setImmediate(() => {}));
      setImmediate(() => print('second'));
    },
  },
  'refresh-takes-the-number': {
    sentence: 'timeout[Symbol.toPrimitive](): a number that can be used to reference this timeout. The primitive can be used to clear the Timeout.',
    rules: ['TIMEOUT-2'],
    change: () => {
      const proto = timeout();
      const lost = new Set();
      wrap(proto, 'refresh', (whole) => function refresh() { lost.add(Number(this)); return whole.call(this); });
      change('clearTimeout', (whole) => (made) => { if (!lost.has(Number(made)) || typeof made === 'object') whole(made); });
    },
    witness: (print) => {
      const made = setTimeout(() => print('called'), 5);
      const number = Number(made);
      made.refresh();
      clearTimeout(number);
    },
  },
};
