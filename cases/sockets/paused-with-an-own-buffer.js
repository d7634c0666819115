// title "a socket that reads into a buffer of its own is paused and resumed as any other"
// rules SOCK-20
// layer node

const net = require('net');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  let accepted;
  const server = net.createServer((socket) => { accepted = socket; socket.write('a'); }).listen(0, '127.0.0.1', () => {
    const socket = net.connect({
      port: server.address().port,
      host: '127.0.0.1',
      onread: { buffer: Buffer.alloc(8), callback: (size) => { log('read', size); } },
    });
    // Nobody refuses the next piece; the pause comes between two of them.
    setTimeout(() => {
      log('paused', Number(socket.pause() === socket));
      accepted.write('bc');
      setTimeout(() => {
        log('resumed', Number(socket.resume() === socket));
        setTimeout(() => accepted.end(), 20);
      }, 20);
    }, 20);
    socket.on('data', () => log('no-data')).on('end', () => log('end')).on('close', () => { log('close'); server.close(); });
  });
}
