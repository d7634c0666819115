// title "a socket that is given a function for its buffers reads each chunk into the latest, and leaves the others alone"
// rules SOCK-20
// layer node

const net = require('net');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const buffers = [];
  const server = net.createServer((socket) => {
    // A chunk for each letter that comes, so that they do not come together.
    socket.on('data', (letter) => socket.write(letter)).on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1', () => {
    const letters = ['a', 'b', 'c', 'd'];
    const client = net.connect({
      port: server.address().port,
      host: '127.0.0.1',
      onread: {
        buffer() {
          const buffer = Buffer.alloc(4);
          buffers.push(buffer);
          return buffer;
        },
        callback(size, buffer) {
          log(`chunk-${buffer.toString('latin1', 0, size)}`, buffers.indexOf(buffer));
          if (letters.length) client.write(letters.shift());
          else client.end();
        },
      },
    });
    client.on('close', () => {
      server.close();
      log(`kept-${buffers.slice(0, 4).map((buffer) => buffer.toString('latin1', 0, 1)).join('')}`);
    });
    client.write(letters.shift());
  });
}
