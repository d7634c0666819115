// title "what close() ends at once, what closeIdleConnections() does, and what closeAllConnections()"
// rules HTTP-17
// layer node

const http = require('http');
const net = require('net');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const post = 'POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx';
  const texts = {
    answered: 'GET /answered HTTP/1.1\r\nHost: a\r\n\r\n',
    waiting: 'GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n',
    // The head of a request has come, and part of its body.
    sending: post,
    // Not even the head of the request is complete.
    starting: 'GET / HT',
  };
  // The server has a connection of each kind when it is asked; it is closed in the end in any case.
  const part = (name, call, next) => {
    const sockets = {};
    const show = (when) => {
      for (const kind of Object.keys(texts)) log(`${when}-${kind}`, Number(sockets[kind].destroyed));
    };
    const server = http.createServer((request, response) => {
      if (request.url === '/answered') response.end();
    });
    const kinds = Object.keys(texts);
    // The connections are made one after the other, so that the server's sockets have names.
    server.on('connection', (socket) => { sockets[kinds[Object.keys(sockets).length]] = socket; });
    server.listen(0, '127.0.0.1', () => {
      const connect = (index) => {
        if (index === kinds.length) return void setTimeout(() => {
          log(name);
          show('before');
          call(server);
          show('after');
          server.closeAllConnections();
          server.close(() => {});
          server.unref();
          setTimeout(next, 10);
        }, 100);
        const client = net.connect(server.address().port, '127.0.0.1', () => {
          client.write(texts[kinds[index]]);
          setTimeout(connect, 10, index + 1);
        });
        client.on('error', () => {}).resume();
      };
      connect(0);
    });
  };
  part('close', (server) => server.close(), () => {
    part('idle', (server) => server.closeIdleConnections(), () => {
      part('all', (server) => server.closeAllConnections(), () => log('done'));
    });
  });
}
