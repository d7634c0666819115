// title "a write to a socket that never connects reports that, a reset waits for the connection, and a destroyed socket emits no timeout"
// rules SOCK-21
// layer node
// needs exact-time

const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const listen = (options, accepted, make) => {
    const server = net.createServer(options, accepted).listen(0, '127.0.0.1', () => make(server.address().port, server));
  };
  const told = (one, name, ...events) => {
    for (const event of events) one.on(event, (error) => log(`${name}-${event}${error && error.code ? `-${error.code}` : ''}`));
    return one;
  };
  const parts = [
    function neverConnected(next) {
      const one = told(net.connect({ host: 'localhost', port: 1, lookup() {} }), 'never', 'connect', 'error');
      one.write('a', ({ code }) => log(`written-${code}`));
      log('not-yet', Number(one.connecting));
      one.destroy();
      log('connecting', Number(one.connecting));
      one.on('close', () => setImmediate(next));
    },
    function resetEarly(next) {
      listen({}, (accepted) => told(accepted.resume(), 'accepted', 'end', 'error').on('close', () => accepted.server.close(next)), (port) => {
        const one = told(net.connect(port, '127.0.0.1'), 'reset', 'connect', 'end', 'close');
        one.resetAndDestroy();
        log('destroyed', Number(one.destroyed));
      });
    },
    function notIdle(next) {
      const one = told(new net.Socket(), 'idle', 'timeout', 'close');
      one.setTimeout(5);
      one.destroy();
      setTimeout(next, 20);
    },
    function soon(next) {
      listen({ allowHalfOpen: true }, (accepted) => { accepted.resume(); setTimeout(() => accepted.end(), 20); }, (port, server) => {
        const one = told(net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }), 'soon', 'end', 'finish');
        one.resume().end('a', () => {
          log('state', Number(one.readyState === 'readOnly'));
          log('destroyed', Number(one.destroyed));
          setImmediate(() => { one.destroySoon(); log('destroyed', Number(one.destroyed)); });
        });
        one.on('close', (failed) => { log('failed', Number(failed)); server.close(next); });
      });
    },
    function halfOpen(next) {
      listen({}, (accepted) => accepted.resume().end(), (port, server) => {
        const one = told(net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }), 'half', 'end', 'finish');
        one.resume().on('end', () => {
          setImmediate(() => { log('write-only', Number(one.readyState === 'writeOnly')); one.end(); });
        }).on('close', () => { log('closed', Number(one.readyState === 'closed')); server.close(next); });
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
