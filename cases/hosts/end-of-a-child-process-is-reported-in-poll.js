// title "a parent learns of the end of its child process in poll"
// rules HOST-4
// layer node

const { spawn } = require('child_process');
const { performance } = require('perf_hooks');

const busy = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

// An immediate that poll makes precedes a timeout, however long that is due.
const child = spawn('true', [], { stdio: 'ignore' });
child.on('exit', () => {
  log('exit');
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  busy(10);
});
