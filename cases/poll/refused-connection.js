// title "a refused connection is reported in poll, and its close in the closing phase"
// rules PEND-8 CLOSE-14
// layer node

const net = require('net');
const { performance } = require('perf_hooks');

const cell = new Int32Array(new SharedArrayBuffer(4));
const busy = (ms) => {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) Atomics.wait(cell, 0, 0, left);
};

// The port was just free, and nobody listens there any more.
const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', (error) => {
      if (error.code === 'ECONNREFUSED') log('refused');
      setTimeout(() => log('timeout'), 1);
      setImmediate(() => log('immediate'));
      process.nextTick(() => log('tick'));
      busy(10);
    });
    socket.on('close', () => {
      log('close');
      setImmediate(() => log('next-immediate'));
    });
    log('connecting');
  });
});
