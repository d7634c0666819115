// title "a request whose connection is closed before the response emits socket, error and close"
// rules HTTP-2
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request) => request.socket.destroy());
  server.listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
    for (const event of ['socket', 'response', 'abort']) request.on(event, () => log(event));
    request.on('error', ({ code }) => log(code)).on('close', () => { log('close'); server.close(); });
  });
}
