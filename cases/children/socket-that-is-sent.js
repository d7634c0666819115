// title "a connection that is sent to a child is the child's: it answers, and the parent can no longer"
// rules SPAWN-22
// layer node

const net = require('net');
const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  process.on('message', (text, socket) => socket.end('1'));
  process.send('ready');
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const server = net.createServer((socket) => {
  child.send('socket', socket, () => log('sent'));
  server.close();
});
child.on('message', (text) => {
  log(text);
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('data', (chunk) => log('answer', Number(chunk)));
    client.on('close', () => {
      log('closed');
      child.disconnect();
    });
  });
});
child.on('exit', (code) => log('exit', code));
