// title "a server that is closed takes no new connections and answers what it has; all can be closed at once"
// rules HTTP-9
// layer node

const http = require('http');

// From Node 18.2 on.
if (http.Server.prototype.closeAllConnections && Number(process.versions.node.split('.')[0]) >= 18) {
  const server = http.createServer((request, response) => {
    log('request', Number(request.url.slice(1)));
    if (request.url === '/2') {
      server.close(() => log('close'));
      setTimeout(() => { log('all'); server.closeAllConnections(); }, 20);
    } else {
      response.end();
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const get = (path, then) => http.get({ port: server.address().port, host: '127.0.0.1', agent: false, path }, (response) => {
      log('response');
      response.resume().on('end', then);
    });
    get('/1', () => {
      get('/2').on('error', ({ code }) => log(code));
    });
  });
}
