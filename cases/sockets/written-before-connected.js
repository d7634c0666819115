// title "what is written before a socket is connected is sent after it, in order"
// rules SOCK-3
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  let text = '';
  socket.on('data', (chunk) => { text += chunk; });
  socket.on('end', () => {
    log(text);
    server.close();
  });
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.write('a', () => log('written'));
  client.write('b');
  client.end('c');
  client.on('connect', () => log('connect'));
  client.resume();
});
