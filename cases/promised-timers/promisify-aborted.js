// title "timers made by promisify can be cancelled by a signal, too"
// rules PTIMER-19
// layer node

const { promisify } = require('util');

// There is such a signal from Node 15 on.
const { AbortController } = global;
if (AbortController) {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (label) => (error) => log(error.name === 'AbortError' ? label : 'other');
  promisify(setTimeout)(60000, 1, { signal }).then(() => log('fulfilled'), tell('timeout-aborted'));
  promisify(setImmediate)(1, { signal }).then(() => log('fulfilled'), tell('immediate-aborted'));
  process.on('exit', () => log('exit'));
  controller.abort();
}
