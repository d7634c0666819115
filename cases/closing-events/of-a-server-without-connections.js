// title "a server without connections emits its close event through a tick"
// rules CLOSE-16
// layer node

const net = require('net');

const server = net.createServer();
server.on('close', () => log('close'));
server.listen(0, '127.0.0.1', () => {
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('promise'));
  process.nextTick(() => log('tick-before'));
  server.close(() => log('callback'));
  process.nextTick(() => log('tick-behind'));
  log('closed');
});
