// title "a promised interval whose loop is left by a throw no longer keeps the process alive"
// rules PTIMER-13
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// From Node 15.9 on.
if (timers.setInterval) {
  (async () => {
    for await (const value of timers.setInterval(5, 1)) {
      log('value', value);
      throw new Error('thrown');
    }
  })().catch((error) => log(error.message));
  setTimeout(() => log('late'), 100).unref();
  process.on('exit', () => log('exit'));
}
