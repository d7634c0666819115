// title "a socket that is read by hand and late emits its end before it closes"
// rules SOCK-2
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  // Each read waits for some turns, so that the other side has ended long before.
  const later = (turns, call) => (turns ? setImmediate(later, turns - 1, call) : call());
  socket.setEncoding('utf8');
  socket.on('readable', () => later(5, () => {
    for (let text = socket.read(); text !== null; text = socket.read()) log(text);
  }));
  socket.on('end', () => log('end'));
  socket.on('close', () => {
    log('close');
    server.close();
  });
}).listen(0, '127.0.0.1', () => {
  net.connect(server.address().port, '127.0.0.1').end('event');
});
