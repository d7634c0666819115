// title "a promised timeout whose signal was aborted before is rejected without waiting"
// rules PTIMER-7
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const controller = new AbortController();
controller.abort();
process.on('exit', () => log('exit'));
timers.setTimeout(60000, null, { signal: controller.signal })
  .then(() => log('fulfilled'), (error) => log(error.name === 'AbortError' ? 'aborted' : 'other'));
setTimeout(() => log('timeout'), 1);
