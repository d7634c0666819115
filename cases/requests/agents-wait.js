// title "an agent that may have one socket serves its requests one after the other, in order, on that socket"
// rules HTTP-7
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  let busy = 0;
  let connections = 0;
  const server = http.createServer((request, response) => {
    log('request', Number(request.url.slice(1)));
    log('at-a-time', ++busy);
    setTimeout(() => { busy--; response.end(); }, 5);
  }).on('connection', () => { connections++; });
  server.listen(0, '127.0.0.1', () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    let left = 3;
    for (let i = 1; i <= 3; i++) {
      http.get({ port: server.address().port, host: '127.0.0.1', agent, path: `/${i}` }, (response) => {
        response.resume().on('end', () => {
          log('response', i);
          if (--left === 0) { log('connections', connections); agent.destroy(); server.close(() => log('close')); }
        });
      });
    }
  });
}
