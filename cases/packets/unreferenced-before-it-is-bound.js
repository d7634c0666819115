// title "a datagram socket that was unreferenced before it is bound does not keep the process alive"
// rules PACKET-4
// layer node

const dgram = require('dgram');

process.on('exit', () => log('exit'));
const quiet = dgram.createSocket('udp4');
quiet.unref();
quiet.bind(0, '127.0.0.1', () => log('bound'));
