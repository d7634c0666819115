// title "a response emits finish when it is sent and then close, and its request is read before that"
// rules HTTP-1
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request, response) => {
    log('request');
    response.on('finish', () => log('finish')).on('close', () => log('close'));
    request.on('data', () => log('data')).on('end', () => {
      log('end');
      response.end('b', () => log('sent'));
      log('ended', Number(response.writableEnded));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, method: 'POST' });
    request.on('response', (response) => response.resume().on('end', () => server.close()));
    request.end('body');
  });
}
