// title "while the pool is full a socket gets its echo, and a file request waits"
// rules POOL-13
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

// To open a fifo takes a thread of the pool until somebody opens its other end.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
const fifo = path.join(folder, 'fifo');
spawnSync('mkfifo', [fifo]);
const size = Number(process.env.UV_THREADPOOL_SIZE) || 4;
let release;
let opened = 0;
for (let i = 0; i < size; i++) {
  fs.open(fifo, 'r', (error, fd) => {
    fs.closeSync(fd);
    if (++opened === 1) log('first-thread-free');
    if (opened < size) return;
    fs.closeSync(release);
    fs.unlinkSync(fifo);
    fs.rmdirSync(folder);
  });
}
fs.stat(process.execPath, () => log('stat'));

const server = net.createServer((socket) => {
  server.close();
  socket.pipe(socket);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', () => {
    log('echo');
    client.end();
    release = fs.openSync(fifo, 'r+');
  });
  client.write('hello');
});
