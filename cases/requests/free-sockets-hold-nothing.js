// title "a socket that an agent keeps does not hold the process, and holds it again while it is used"
// rules HTTP-20
// layer node

const http = require('http');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  process.on('exit', () => log('exit'));
  const agent = new http.Agent({ keepAlive: true });
  // The server holds nothing, so that the agent alone counts; it would keep idle connections for a minute.
  const server = http.createServer({ keepAliveTimeout: 60000 }, (request, response) => {
    setTimeout(() => response.end(), 20).unref();
  });
  server.on('connection', (socket) => socket.unref());
  const get = (label, next) => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => {
      response.on('end', () => log(label, Number(request.reusedSocket))).resume();
    });
    agent.once('free', () => setImmediate(next));
  };
  server.listen(0, '127.0.0.1', () => {
    server.unref();
    get('first', () => get('second', () => {
      setTimeout(() => log('held'), 5000).unref();
    }));
  });
}
