// title "headers can be set until they are sent with the first write, not later"
// rules HTTP-5
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request, response) => {
    response.setHeader('X-First', '1');
    log('sent', Number(response.headersSent));
    response.write('a');
    log('sent', Number(response.headersSent));
    try {
      response.setHeader('X-Second', '2');
    } catch ({ code }) {
      log(code);
    }
    response.end('b', () => log('ended'));
    response.on('finish', () => log('finish', Number(response.writableFinished)));
  });
  server.listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
      log('first', Number(response.headers['x-first']));
      log('second', Number(response.headers['x-second'] !== undefined));
      response.resume().on('end', () => { log('complete', Number(response.complete)); server.close(); });
    });
  });
}
