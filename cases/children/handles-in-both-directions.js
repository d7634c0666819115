// title "a child sends a server and a connection to its parent, and is sent a datagram socket: they come as such, beside their message"
// rules SPAWN-30
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawn } = require('child_process');
  const dgram = require('dgram');
  const net = require('net');
  const tell = (label, flag) => log(label, Number(flag));
  const child = spawn(process.execPath, ['-e', `
    const net = require('net');
    process.on('message', (message, handle) => {
      process.send(handle instanceof require('dgram').Socket);
      handle.once('message', (bytes, { port, address }) => {
        handle.send(bytes + '-and-back', port, address, () => {
          handle.close();
          process.disconnect();
        });
      });
    });
    const server = net.createServer((socket) => {
      process.send({ name: 'socket' }, socket);
      server.close();
    });
    server.listen(0, '127.0.0.1', () => process.send('server', server));
  `], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let client = null;
  child.on('message', (message, handle) => {
    if (message === 'server') {
      tell('server', handle instanceof net.Server && handle.listening);
      const { port } = handle.address();
      // The child's own accepts once this one is closed.
      handle.close(() => {
        client = net.connect(port, '127.0.0.1');
        client.on('data', (chunk) => tell('answer', String(chunk) === 'from-the-parent'));
        client.on('end', datagrams);
      });
    } else if (message.name === 'socket') {
      tell('socket', handle instanceof net.Socket && handle.remotePort === client.localPort);
      handle.end('from-the-parent');
    } else {
      tell('datagrams', message);
      tell('no-handle', handle === undefined);
    }
  });

  function datagrams() {
    const sent = dgram.createSocket('udp4');
    const own = dgram.createSocket('udp4');
    own.on('message', (bytes) => {
      tell('returned', String(bytes) === 'there-and-back');
      own.close();
    });
    sent.bind(0, '127.0.0.1', () => {
      const { port } = sent.address();
      // Only the child has it once this one is closed.
      let left = 2;
      const datagram = () => --left || own.send('there', port, '127.0.0.1');
      child.once('message', datagram);
      child.send('datagrams', sent, (error) => {
        tell('sent', error === null);
        sent.close(datagram);
      });
    });
  }
  child.on('exit', (code) => log('exit', code));
}
