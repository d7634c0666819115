// title "a socket that was never connected emits its close event through a tick"
// rules CLOSE-15
// layer node

const net = require('net');

const socket = new net.Socket();
socket.on('close', () => log('close'));
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick-before'));
socket.destroy();
process.nextTick(() => log('tick-behind'));
log('destroyed');
