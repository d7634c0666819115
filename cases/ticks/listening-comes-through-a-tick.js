// title "a handler attached after the call to listen still sees the listening event"
// rules TICK-14
// layer node

const net = require('net');

const server = net.createServer();
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick-before'));
server.listen(0);
server.on('listening', () => {
  log('listening');
  server.close();
});
process.nextTick(() => log('tick-behind'));
log('end');
