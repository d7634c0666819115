// title "a server emits connection for each client, with data that waits for a listener"
// rules SOCK-17
// layer node

const net = require('net');

const server = net.createServer();
log('first', Number(server.listenerCount('connection')));
let count = 0;
server.on('connection', (socket) => {
  log('connection', ++count);
  setTimeout(() => socket.on('data', (data) => log('data', Number(String(data)))).on('end', () => {
    log('end');
    if (count === 2) server.close(() => log('close'));
    else connect(2);
  }), 10);
});
const connect = (number) => net.connect(server.address().port, '127.0.0.1', function connected() { this.end(String(number)); });
server.listen(0, '127.0.0.1', () => connect(1));
server.once('listening', () => log('address', Number(server.address().port > 0)));
