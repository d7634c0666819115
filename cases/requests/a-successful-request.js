// title "a successful request emits socket, response, the data and end of that, and then close"
// rules HTTP-1
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer((request, response) => {
    response.write('a');
    response.end('b');
  });
  server.listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
    for (const event of ['socket', 'close', 'error', 'abort']) request.on(event, () => log(event));
    log('called');
    request.on('response', (response) => {
      log('response');
      let text = '';
      response.on('data', (data) => { text += data; }).on('end', () => { log('end', text.length); server.close(); });
    });
  });
}
