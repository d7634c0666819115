// title "a request that finds no server emits socket, error and close, and no response"
// rules HTTP-2
// layer node

const http = require('http');
const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => {
      const request = http.get({ port, host: '127.0.0.1', agent: false });
      for (const event of ['socket', 'response', 'abort', 'close']) request.on(event, () => log(event));
      request.on('error', ({ code }) => log(code));
    });
  });
}
