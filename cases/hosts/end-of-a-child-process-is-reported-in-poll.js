// title "a parent learns of the end of its child process in poll"
// rules HOST-4
// layer node

const { spawn } = require('child_process');
const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

// An immediate that poll makes precedes a timeout, however long that is due.
const child = spawn('true', [], { stdio: 'ignore' });
child.on('exit', () => {
  log('exit');
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  busy(10);
});
