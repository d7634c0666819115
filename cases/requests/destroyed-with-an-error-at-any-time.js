// title "a request that is destroyed with an error emits that one, without a socket, while it connects and while it waits"
// rules HTTP-4
// layer node

const http = require('http');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const server = http.createServer();
  const whens = {
    'at-once': (request, call) => call(),
    tick: (request, call) => process.nextTick(call),
    socket: (request, call) => request.on('socket', call),
    connected: (request, call) => request.on('socket', (socket) => socket.on('connect', call)),
    // The server has it and does not answer.
    waiting: (request, call) => server.once('request', call),
  };
  server.listen(0, '127.0.0.1', () => {
    const names = Object.keys(whens);
    const next = (keepAlive) => {
      const name = names.shift();
      if (!name) return void server.close();
      const agent = new http.Agent({ keepAlive });
      const request = http.get({ port: server.address().port, host: '127.0.0.1', agent });
      request.on('response', () => log('response')).on('error', ({ message }) => log(message));
      request.on('close', () => {
        log(`${name}-closed`);
        agent.destroy();
        setTimeout(next, 1, !keepAlive);
      });
      whens[name](request, () => request.destroy(new Error(`own-${name}`)));
    };
    next(false);
  });
}
