// title "a connected socket emits its close event after immediates and before timers"
// rules CLOSE-14
// layer node

const net = require('net');
const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

const server = net.createServer((socket) => {
  server.close();
  socket.on('close', () => log('close'));
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('promise'));
  process.nextTick(() => log('tick'));
  socket.destroy();
  busy(10);
  log('destroyed');
});
server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
