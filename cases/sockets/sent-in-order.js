// title "what is written arrives in order, each callback comes when its data is sent, that of end last"
// rules SOCK-10
// layer node

const net = require('net');

const server = net.createServer((socket) => {
  let text = '';
  socket.on('data', (data) => { text += data; }).on('end', () => {
    log('received', Number(text));
    server.close();
  });
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.on('connect', () => log('connect')).on('finish', () => log('finish')).on('close', () => log('close'));
  socket.write('1', () => log('sent', 1));
  socket.write('2', () => log('sent', 2));
  socket.resume();
  socket.on('connect', () => {
    socket.write('3', () => log('sent', 3));
    socket.end('4');
  });
});
