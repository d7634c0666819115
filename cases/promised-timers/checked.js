// title "promised timers check delays, options, signals and references, and answer what is wrong by a rejection"
// rules PTIMER-25
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

// As it is from Node 20 on; delays are checked from Node 24 on, and in the last releases of 20 and 22.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major >= 20) {
  const kinds = {
    timeout: (delay, options) => timers.setTimeout(delay, 'value', options),
    immediate: (_, options) => timers.setImmediate('value', options),
    interval: (delay, options) => timers.setInterval(delay, 'value', options).next(),
    wait: (delay, options) => timers.scheduler.wait(delay, options),
  };
  // Before these it looks at the signal alone.
  if (minor < ({ 20: 18, 21: Infinity, 22: 8 }[major] || 0)) delete kinds.wait;
  const wrong = [[1, 3], [1, 'text'], [1, null], [1, { signal: {} }], [1, { signal: 1 }], [1, { ref: 'yes' }], [1, { ref: 0 }]];
  const delays = major >= 24 ? [['5'], [null], [{}], [true]] : [];
  (async () => {
    for (const kind of Object.keys(kinds)) {
      const codes = [];
      for (const args of kind === 'immediate' ? wrong : wrong.concat(delays)) {
        let promise;
        try {
          promise = kinds[kind](...args);
        } catch (error) {
          log('thrown');
          continue;
        }
        await promise.then(() => codes.push('value'), ({ code }) => codes.push(code));
      }
      log(kind, codes.filter((code) => code === 'ERR_INVALID_ARG_TYPE').length);
    }
    log('end');
    process.exit();
  })();
}
