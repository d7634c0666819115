// title "a promised interval whose signal is aborted ends its loop with an AbortError"
// rules PTIMER-14
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
process.on('exit', () => log('exit'));
(async () => {
  try {
    for await (const value of timers.setInterval(10, 1, { signal: controller.signal })) log('value', value);
    log('over');
  } catch (error) {
    log(error.name === 'AbortError' ? 'aborted' : 'other');
  }
})();
setTimeout(() => controller.abort(), 25);
