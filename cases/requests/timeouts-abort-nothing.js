// title "a timeout of a request emits its event and nothing else"
// rules HTTP-8
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request, response) => setTimeout(() => response.end('a'), 50));
  server.listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false, timeout: 10 });
    request.on('timeout', () => log('timeout')).on('error', () => log('error')).on('close', () => log('close'));
    request.on('response', (response) => {
      log('response');
      request.setTimeout(0);
      response.resume().on('end', () => { log('end'); server.close(); });
    });
  });
}
