// title "an idle connection is ended after the keep-alive timeout and its buffer"
// rules HTTP-18
// layer node

const http = require('http');
const net = require('net');

// From Node 24.6 on.
if (Number(process.versions.node.split('.')[0]) >= 25) {
  const part = (options, early, late, next) => {
    const server = http.createServer(options, (request, response) => response.end()).listen(0, '127.0.0.1', () => {
      log('buffer', server.keepAliveTimeoutBuffer);
      const client = net.connect(server.address().port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
      let timers;
      client.on('data', (data) => {
        // The client is told of the timeout without the buffer.
        log('told', Number(/timeout=(\d+)/.exec(data)[1]));
        timers = [setTimeout(() => log('early'), early), setTimeout(() => log('late'), late)];
      });
      client.on('close', () => {
        timers.forEach(clearTimeout);
        log('closed');
        server.close(next);
      });
    });
  };
  part({ keepAliveTimeout: 2000, keepAliveTimeoutBuffer: 3000 }, 4800, 5500, () => {
    part({ keepAliveTimeout: 2000 }, 2800, 3500, () => {
      part({ keepAliveTimeout: 2000, keepAliveTimeoutBuffer: 0 }, 1800, 2500, () => {});
    });
  });
}
