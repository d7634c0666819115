// title "a request on a socket that an agent kept says so if the socket was idle, not if the request was waiting for it"
// rules HTTP-10
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  let connections = 0;
  const server = http.createServer((request, response) => response.end()).on('connection', () => { connections++; });
  server.listen(0, '127.0.0.1', () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = (name, then) => {
      const request = http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => {
        response.resume().on('end', () => { log(name, Number(request.reusedSocket)); setTimeout(then, 5); });
      });
    };
    get('first', () => {});
    get('waiting', () => get('idle', () => {
      log('connections', connections);
      agent.destroy();
      server.close();
    }));
  });
}
