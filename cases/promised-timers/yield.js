// title "yielding by the scheduler is a promised immediate"
// rules PTIMER-18
// layer node

const { scheduler } = require('timers/promises'); // From Node 15 on. Before, this throws.

// It came with Node 17.3, and with 16.14.
if (scheduler) {
  setImmediate(() => log('first'));
  scheduler.yield().then((value) => log(value === undefined ? 'yielded' : 'some'));
  setImmediate(() => log('last'));
  Promise.resolve().then(() => log('microtask'));
}
