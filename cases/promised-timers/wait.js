// title "waiting by the scheduler is a promised timeout without a value"
// rules PTIMER-17
// layer node

const { scheduler } = require('timers/promises'); // From Node 15 on. Before, this throws.

// It came with Node 17.3, and with 16.14.
if (scheduler) {
  const controller = new AbortController();
  scheduler.wait(10).then((value) => log(value === undefined ? 'waited' : 'some'));
  scheduler.wait(60000, { signal: controller.signal })
    .catch((error) => log(error.name === 'AbortError' ? 'aborted' : 'other'));
  // Before these it takes the signal alone.
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 20 && minor >= ({ 20: 18, 21: Infinity, 22: 8 }[major] || 0)) scheduler.wait(60000, { ref: false }).then(() => log('never'));
  setTimeout(() => controller.abort(), 20);
  process.on('exit', () => log('exit'));
}
