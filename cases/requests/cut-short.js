// title "a response whose connection is closed emits aborted and an error, then its close"
// rules HTTP-3
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request, response) => {
    response.write('a');
    setTimeout(() => response.socket.destroy(), 10);
  });
  server.listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
    for (const event of ['socket', 'error']) request.on(event, () => log(event));
    request.on('close', () => log('close'));
    request.on('response', (response) => {
      log('response');
      response.on('data', () => log('data')).on('end', () => log('end')).on('aborted', () => log('aborted'));
      response.on('error', ({ code }) => log(code)).on('close', () => { log('response-closed'); server.close(); });
    });
  });
}
