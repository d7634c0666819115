// timers.js - the page on timers, without its promises API, broken.
'use strict';

const wrap = require('./wrap.js');

const Timeout = setTimeout(() => {}, 0).close().constructor.prototype;
const Immediate = (() => {
  const immediate = setImmediate(() => {});
  clearImmediate(immediate);
  return immediate.constructor.prototype;
})();
const showEnd = (print) => process.on('exit', () => print('exit'));

module.exports = {
  'immediates-in-reverse': {
    sentence: 'The callback functions are queued for execution in the order in which they are created.',
    rules: ['CHECK-10'],
    change: () => wrap(global, 'setImmediate', (whole) => {
      let waiting = [];
      return (callback, ...args) => {
        const immediate = whole(() => waiting.pop()());
        if (!waiting.length) whole(() => { waiting = []; });
        waiting.push(() => callback(...args));
        return immediate;
      };
    }),
    witness: (print) => {
      setImmediate(() => print('first'));
      setImmediate(() => print('second'));
    },
  },
  'one-immediate-an-iteration': {
    sentence: 'The entire callback queue is processed every event loop iteration.',
    rules: ['CHECK-10'],
    change: () => wrap(global, 'setImmediate', (whole) => {
      const waiting = [];
      const next = () => {
        waiting.shift()();
        if (waiting.length) whole(next);
      };
      return (callback, ...args) => {
        waiting.push(() => callback(...args));
        return waiting.length === 1 ? whole(next) : whole(() => {});
      };
    }),
    witness: (print) => {
      const cell = new Int32Array(new SharedArrayBuffer(4));
      setImmediate(() => Atomics.wait(cell, 0, 0, 20));
      setImmediate(() => print('immediate'));
      setTimeout(() => print('timeout'), 10);
    },
  },
  'immediate-of-an-immediate-at-once': {
    sentence: 'If an immediate timer is queued from inside an executing callback, that timer will not be triggered until the next event loop iteration.',
    rules: ['CHECK-11'],
    change: () => wrap(global, 'setImmediate', (whole) => {
      let running = false;
      return (callback, ...args) => {
        if (running) {
          process.nextTick(callback, ...args);
          return whole(() => {});
        }
        return whole(() => {
          running = true;
          try { callback(...args); } finally { running = false; }
        });
      };
    }),
    witness: (print) => {
      setImmediate(() => setImmediate(() => print('inner')));
      setImmediate(() => print('outer'));
    },
  },
  'immediate-is-a-tick': {
    sentence: "Schedules the 'immediate' execution of the callback after I/O events' callbacks.",
    rules: ['TICK-10'],
    change: () => wrap(global, 'setImmediate', (whole) => (callback, ...args) => {
      process.nextTick(callback, ...args);
      return whole(() => {});
    }),
    witness: (print) => {
      setImmediate(() => print('immediate'));
      process.nextTick(() => print('tick'));
    },
  },
  'clear-immediate-forgets': {
    sentence: 'Cancels an Immediate object created by setImmediate().',
    rules: ['CHECK-13'],
    change: () => wrap(global, 'clearImmediate', () => () => {}),
    witness: (print) => clearImmediate(setImmediate(() => print('immediate'))),
  },
  'immediate-loses-its-arguments': {
    sentence: 'Optional arguments to pass when the callback is called.',
    rules: ['CHECK-24'],
    change: () => wrap(global, 'setImmediate', (whole) => (callback) => whole(callback)),
    witness: (print) => setImmediate(print, 'x'),
  },
  'immediate-takes-anything': {
    sentence: 'If callback is not a function, a TypeError will be thrown.',
    rules: ['CHECK-24'],
    change: () => wrap(global, 'setImmediate', (whole) => (callback, ...args) =>
      whole(typeof callback === 'function' ? callback : () => {}, ...args)),
    witness: (print) => {
      try { setImmediate('x'); print('taken'); } catch (err) { print('thrown'); }
    },
  },
  'immediate-cannot-be-unreferenced': {
    sentence: "When called, the active Immediate object will not require the Node.js event loop to remain active.",
    rules: ['ALIVE-10'],
    change: () => wrap(Immediate, 'unref', () => function unref() { return this; }),
    witness: (print) => setImmediate(() => print('immediate')).unref(),
  },
  'immediate-cannot-be-referenced-again': {
    sentence: 'When called, requests that the Node.js event loop not exit so long as the Immediate is active.',
    rules: ['ALIVE-12'],
    change: () => wrap(Immediate, 'ref', () => function ref() { return this; }),
    witness: (print) => setImmediate(() => print('immediate')).unref().ref(),
  },
  'clear-timeout-forgets': {
    sentence: 'Cancels a Timeout object created by setTimeout().',
    rules: ['TIMER-30', 'TIMEOUT-2'],
    change: () => wrap(global, 'clearTimeout', () => () => {}),
    witness: (print) => clearTimeout(setTimeout(() => print('timeout'), 1)),
  },
  'clear-interval-forgets': {
    sentence: 'Cancels a Timeout object created by setInterval().',
    rules: ['TIMER-34'],
    change: () => wrap(global, 'clearInterval', () => () => {}),
    witness: (print) => {
      let count = 0;
      const interval = setInterval(() => {
        print('call');
        clearInterval(interval);
        if (++count === 2) process.exit();
      }, 1);
    },
  },
  'interval-of-one-call': {
    sentence: 'Schedules repeated execution of callback every delay milliseconds.',
    rules: ['TIMER-32'],
    change: () => wrap(global, 'setInterval', () => (...args) => setTimeout(...args)),
    witness: (print) => {
      let count = 0;
      const interval = setInterval(() => {
        print('call');
        if (++count === 2) clearInterval(interval);
      }, 1);
    },
  },
  'timeout-too-early': {
    sentence: 'Schedules execution of a one-time callback after delay milliseconds.',
    rules: ['TIMER-21'],
    change: () => wrap(global, 'setTimeout', (whole) => (callback, delay, ...args) =>
      whole(callback, delay > 10 ? delay - 5 : delay, ...args)),
    witness: (print) => {
      setTimeout(() => print('long'), 22);
      setInterval(() => { print('short'); process.exit(); }, 20);
    },
  },
  'timeout-twice': {
    sentence: 'Schedules execution of a one-time callback.',
    rules: ['TIMER-25'],
    change: () => wrap(global, 'setTimeout', (whole) => (callback, delay, ...args) => {
      whole(callback, delay, ...args);
      return whole(callback, delay, ...args);
    }),
    witness: (print) => setTimeout(() => print('timeout'), 1),
  },
  'equal-timeouts-in-reverse': {
    sentence: 'Timeouts with the same delay are called in the order of their creation.',
    rules: ['TIMER-25'],
    change: () => wrap(global, 'setTimeout', (whole) => {
      const lists = new Map();
      return (callback, delay, ...args) => {
        const key = delay >= 1 ? Math.trunc(delay) : 1;
        const list = lists.get(key) || [];
        lists.set(key, list);
        list.push(() => callback(...args));
        return whole(() => list.pop()(), delay);
      };
    }),
    witness: (print) => {
      setTimeout(() => print('first'), 1);
      setTimeout(() => print('second'), 1);
    },
  },
  'long-delay-is-kept': {
    sentence: 'When delay is larger than 2147483647 or less than 1 or NaN, the delay will be set to 1.',
    rules: ['TIMER-22'],
    change: () => wrap(global, 'setTimeout', (whole) => (callback, delay, ...args) =>
      whole(callback, Math.min(delay, 2147483647), ...args)),
    witness: (print) => {
      setTimeout(() => { print('long'); process.exit(); }, 2 ** 31);
      setTimeout(() => { print('short'); process.exit(); }, 50);
    },
  },
  'long-delay-is-not-warned-of': {
    sentence: 'TimeoutOverflowWarning: indicates that a numeric value that cannot fit within a 32-bit signed integer has been provided.',
    rules: ['TIMER-23'],
    change: () => wrap(process, 'emitWarning', () => () => {}),
    witness: (print) => {
      process.on('warning', (warning) => print(warning.name));
      setTimeout(() => {}, 2 ** 31);
    },
  },
  'timeout-loses-its-arguments': {
    sentence: 'Optional arguments to pass when the callback is called.',
    rules: ['TIMER-37'],
    change: () => {
      wrap(global, 'setTimeout', (whole) => (callback, delay) => whole(callback, delay));
      wrap(global, 'setInterval', (whole) => (callback, delay) => whole(callback, delay));
    },
    witness: (print) => setTimeout(print, 1, 'x'),
  },
  'timeout-takes-anything': {
    sentence: 'If callback is not a function, a TypeError will be thrown.',
    rules: ['TIMER-37'],
    change: () => wrap(global, 'setTimeout', (whole) => (callback, ...rest) =>
      whole(typeof callback === 'function' ? callback : () => {}, ...rest)),
    witness: (print) => {
      try { setTimeout('x', 1); print('taken'); } catch (err) { print('thrown'); }
    },
  },
  'timeout-cannot-be-unreferenced': {
    sentence: 'When called, the active Timeout object will not require the Node.js event loop to remain active.',
    rules: ['ALIVE-8', 'TIMEOUT-5'],
    change: () => wrap(Timeout, 'unref', () => function unref() { return this; }),
    witness: (print) => setTimeout(() => print('timeout'), 5).unref(),
  },
  'timeout-cannot-be-referenced-again': {
    sentence: 'When called, requests that the Node.js event loop not exit so long as the Timeout is active.',
    rules: ['ALIVE-12', 'TIMEOUT-5'],
    change: () => wrap(Timeout, 'ref', () => function ref() { return this; }),
    witness: (print) => setTimeout(() => print('timeout'), 5).unref().ref(),
  },
  'unreferenced-timeout-is-cleared': {
    sentence: 'If there is no other activity keeping the event loop running, the process may exit before the callback is invoked.',
    rules: ['ALIVE-9'],
    change: () => wrap(Timeout, 'unref', () => function unref() { clearTimeout(this); return this; }),
    witness: (print) => {
      setTimeout(() => print('timeout'), 1).unref();
      setTimeout(() => print('work'), 5);
    },
  },
  'has-ref-is-always-true': {
    sentence: 'If true, the Timeout object will keep the Node.js event loop active.',
    rules: ['ALIVE-12'],
    change: () => wrap(Timeout, 'hasRef', () => () => true),
    witness: (print) => print(setTimeout(() => {}, 1).unref().hasRef()),
  },
  'refresh-does-nothing': {
    sentence: "Sets the timer's start time to the current time, and reschedules the timer.",
    rules: ['TIMER-36'],
    change: () => wrap(Timeout, 'refresh', () => function refresh() { return this; }),
    witness: (print) => {
      const timeout = setTimeout(() => print('refreshed'), 10);
      setTimeout(() => timeout.refresh(), 5);
      setTimeout(() => print('timeout'), 12);
    },
  },
  'refresh-does-not-reactivate': {
    sentence: 'Using this on a timer that has already called its callback will reactivate the timer.',
    rules: ['TIMER-36'],
    change: () => wrap(Timeout, 'refresh', (whole) => function refresh() {
      return this._destroyed ? this : whole.call(this);
    }),
    witness: (print) => {
      const timeout = setTimeout(() => print('call'), 5);
      setTimeout(() => timeout.refresh(), 10);
    },
  },
  'close-does-nothing': {
    sentence: 'timeout.close(): cancels the timeout.',
    rules: ['TIMEOUT-1'],
    change: () => wrap(Timeout, 'close', () => function close() { return this; }),
    witness: (print) => setTimeout(() => print('timeout'), 1).close(),
  },
  'number-does-not-clear': {
    sentence: 'The primitive can be used to clear the Timeout.',
    rules: ['TIMEOUT-2'],
    change: () => wrap(global, 'clearTimeout', (whole) => (timeout) => {
      if (typeof timeout === 'object') whole(timeout);
    }),
    witness: (print) => clearTimeout(+setTimeout(() => print('timeout'), 1)),
  },
  'dispose-does-nothing': {
    sentence: 'timeout[Symbol.dispose](): cancels the timeout.',
    rules: ['TIMEOUT-3'],
    change: () => wrap(Timeout, Symbol.dispose, () => () => {}),
    witness: (print) => setTimeout(() => print('timeout'), 1)[Symbol.dispose](),
  },
  'dispose-of-an-immediate-does-nothing': {
    sentence: 'immediate[Symbol.dispose](): cancels the immediate.',
    rules: ['TIMEOUT-3'],
    change: () => wrap(Immediate, Symbol.dispose, () => () => {}),
    witness: (print) => setImmediate(() => print('immediate'))[Symbol.dispose](),
  },
  'clear-timeout-spares-intervals': {
    sentence: 'It can be passed to either clearTimeout() or clearInterval() in order to cancel the scheduled actions.',
    rules: ['TIMEOUT-4'],
    change: () => wrap(global, 'clearTimeout', (whole) => (timeout) => {
      if (!timeout || !timeout._repeat) whole(timeout);
    }),
    witness: (print) => {
      clearTimeout(setInterval(() => { print('interval'); process.exit(); }, 1));
      showEnd(print);
    },
  },
  'unref-counts': {
    sentence: 'Calling timeout.unref() multiple times will have no effect.',
    rules: ['TIMEOUT-5'],
    change: () => {
      const count = new WeakMap();
      wrap(Timeout, 'unref', (whole) => function unref() {
        count.set(this, (count.get(this) || 0) + 1);
        return count.get(this) % 2 ? whole.call(this) : this.ref();
      });
    },
    witness: (print) => setTimeout(() => print('timeout'), 1).unref().unref(),
  },
  'immediates-pass-three-arguments': {
    sentence: 'setImmediate(): ...args: optional arguments to pass when the callback is called.',
    rules: ['CHECK-24'],
    change: () => wrap(global, 'setImmediate', (whole) => (callback, ...args) => whole(callback, ...args.slice(0, 3))),
    witness: (print) => setImmediate((...args) => print(args), 1, 2, 3, 4),
  },
  'timeouts-pass-three-arguments': {
    sentence: 'setTimeout(): ...args: optional arguments to pass when the callback is called.',
    rules: ['TIMER-37'],
    change: () => wrap(global, 'setTimeout', (whole) => (callback, after, ...args) => whole(callback, after, ...args.slice(0, 3))),
    witness: (print) => setTimeout((...args) => print(args), 1, 1, 2, 3, 4),
  },
  'referenced-for-good-the-second-time': {
    sentence: 'immediate.ref(): calling immediate.ref() multiple times will have no effect.',
    rules: ['ALIVE-41'],
    change: () => {
      const known = new WeakSet();
      for (const proto of [Timeout, require('net').Server.prototype]) {
        wrap(proto, 'ref', (whole) => function ref() { if (known.has(this)) setInterval(() => {}, 1000); known.add(this); return whole.call(this); });
      }
    },
    witness: (print) => {
      const timeout = setTimeout(() => {}, 1);
      timeout.ref();
      timeout.ref();
      setTimeout(() => { print('later'); process.exit(); }, 100).unref();
    },
  },
};
