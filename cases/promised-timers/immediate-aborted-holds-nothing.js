// title "a promised immediate that was aborted no longer keeps the process alive"
// rules PTIMER-9
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
timers.setImmediate(1, { signal: controller.signal }).catch(() => log('aborted'));
controller.abort();
setTimeout(() => log('late'), 50).unref();
process.on('exit', () => log('exit'));
