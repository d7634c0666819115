// title "a connection that is sent to a child is the child's, which answers; the parent has it no longer, unless it keeps it open"
// rules SPAWN-22
// layer node

const net = require('net');
const { spawn } = require('child_process');

const child = spawn(process.execPath, ['-e', `
  let held = null;
  process.on('message', (text, socket) => {
    if (socket) held = socket;
    if (text === 'answer') held.end('1');
    else process.send(text);
  });
  process.send('ready');
`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
let keepOpen = false;
const server = net.createServer((socket) => {
  const name = keepOpen ? 'kept' : 'gone';
  const options = keepOpen ? { keepOpen } : undefined;
  socket.on('end', () => log(`${name}-end`));
  socket.on('close', () => log(`${name}-close`));
  socket.resume();
  child.send('socket', socket, options, () => {
    log('sent');
    log(name, Number(socket.remoteAddress !== undefined));
  });
  // These must not overtake it.
  child.send('first');
  child.send('second');
});
const connect = (then) => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', (chunk) => log('answer', Number(chunk)));
  client.on('close', () => {
    log('closed');
    setTimeout(then, 20);
  });
};
child.on('message', (text) => {
  log(text);
  if (text === 'second') {
    // The server still counts what its child has, but not what it has sent away.
    return void server.getConnections((error, count) => {
      if (!keepOpen) log('connections', count);
      child.send('answer');
    });
  }
  if (text === 'ready') server.listen(0, '127.0.0.1', () => connect(() => {
    keepOpen = true;
    connect(() => {
      server.close();
      child.disconnect();
    });
  }));
});
child.on('exit', (code) => log('exit', code));
