// title "continue and information come before the response, and a server may hold the continue back"
// rules HTTP-6
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer(() => log('request'));
  server.on('checkContinue', (request, response) => {
    log('check');
    response.writeContinue();
    request.on('data', () => log('body')).on('end', () => response.end('a'));
  });
  server.listen(0, '127.0.0.1', () => {
    const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, method: 'POST', headers: { Expect: '100-continue' } });
    request.on('information', ({ statusCode }) => log('information', statusCode));
    request.on('continue', () => { log('continue'); request.end('body'); });
    request.on('response', (response) => { log('response', response.statusCode); response.resume().on('end', () => server.close()); });
  });
}
