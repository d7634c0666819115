// title "a socket that is paused in a data event gets the rest when it is resumed"
// rules SOCK-11
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  let paused = false;
  let total = 0;
  socket.on('data', (data) => {
    if (paused) log('while-paused');
    total += data.length;
    socket.pause();
    paused = true;
    setTimeout(() => { paused = false; socket.resume(); }, 20);
  });
  socket.on('end', () => { log('total', total); server.close(); });
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => {
    socket.write('a');
    setTimeout(() => socket.write('bc'), 10);
    setTimeout(() => socket.end('def'), 15);
  });
});
