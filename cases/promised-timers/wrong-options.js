// title "options that are none reject the promise, they do not throw"
// rules PTIMER-23
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const tell = (label, make) => {
  try {
    make().then(() => log(label, 1), (error) => log(error.code, 0));
  } catch (error) {
    log('thrown');
  }
};
tell('options', () => timers.setTimeout(1, 1, 5));
tell('signal', () => timers.setTimeout(1, 1, { signal: {} }));
tell('ref', () => timers.setTimeout(1, 1, { ref: 1 }));
tell('immediate', () => timers.setImmediate(1, { signal: {} }));
setTimeout(() => log('end'), 10);
