// title "a paused socket emits no data until it is resumed, one that a server paused before its event included"
// rules SOCK-11
// layer node

const net = require('net');

const server = net.createServer({ pauseOnConnect: true }, (socket) => {
  log('connection');
  let resumed = 0;
  socket.on('data', (data) => log('data', resumed * 100 + data.length)).on('end', () => { log('end'); server.close(); });
  setTimeout(() => { resumed = 1; log('resume'); socket.resume(); }, 20);
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.end('abc');
  socket.resume().on('close', () => log('close'));
});
