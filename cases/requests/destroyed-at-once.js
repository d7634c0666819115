// title "a request that is destroyed at once emits its error and close, one that is destroyed later also its socket"
// rules HTTP-4
// layer node

const http = require('http');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const server = http.createServer(() => log('request'));
  server.listen(0, '127.0.0.1', () => {
    const get = () => {
      const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
      for (const event of ['response', 'abort']) request.on(event, () => log(event));
      return request.on('error', ({ code, message }) => log(code || message));
    };
    const first = get().on('close', () => {
      log('close');
      const second = get();
      second.on('socket', () => { log('socket'); second.destroy(new Error('own')); });
      second.on('close', () => {
        log('close');
        log('destroyed', Number(second.destroyed));
        server.close();
      });
    });
    log('same', Number(first.destroy() === first));
    log('after');
  });
}
