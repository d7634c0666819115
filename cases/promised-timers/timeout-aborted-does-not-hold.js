// title "a promised timeout that was aborted no longer keeps the process alive"
// rules PTIMER-6
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
process.on('exit', () => log('exit'));
timers.setTimeout(60000, null, { signal: controller.signal }).catch(() => log('aborted'));
setTimeout(() => controller.abort(), 5);
