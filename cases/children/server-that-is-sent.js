// title "a server that is sent to a child is there on both sides, and a connection is the child's to answer"
// rules SPAWN-22
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawn } = require('child_process');
  const net = require('net');
  const tell = (label, flag) => log(label, Number(flag));
  const child = spawn(process.execPath, ['-e', `
    let server = null;
    process.on('message', (message, handle) => {
      if (message === 'server') {
        server = handle;
        handle.on('connection', (socket) => socket.end('child'));
        process.send(handle instanceof require('net').Server);
      } else if (message === 'socket') {
        handle.end('from-the-child');
        server.close();
      }
    });
  `], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const read = (port) => new Promise((resolve) => {
    let text = '';
    net.connect(port, '127.0.0.1').on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text));
  });
  const server = net.createServer();
  server.listen(0, '127.0.0.1', () => child.send('server', server));
  child.on('message', async (isServer) => {
    const { port } = server.address();
    tell('server', isServer);
    tell('still-here', server.listening);
    // Only the child accepts once the parent's own is closed.
    server.close();
    tell('answer', await read(port) === 'child');
    const kept = net.createServer((socket) => {
      child.send('socket', socket, { keepOpen: true }, (error) => {
        tell('sent', error === null);
        kept.close();
      });
      // Not before that is sent.
      child.disconnect();
      child.on('exit', () => socket.destroy());
    });
    kept.listen(0, '127.0.0.1', async () => tell('from-the-child', await read(kept.address().port) === 'from-the-child'));
  });
  child.on('exit', (code) => log('exit', code));
}
