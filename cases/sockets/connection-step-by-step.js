// title "what a socket reports of itself at each step of a connection, and in which order it emits"
// rules SOCK-19
// layer node

const net = require('net');

const PROPERTIES = ['connecting', 'pending', 'destroyed', 'bytesRead', 'bytesWritten', 'timeout'];
const watch = (one, name) => {
  const before = {};
  return (step) => {
    for (const property of [...PROPERTIES, 'readyState']) {
      const value = property === 'readyState' ? one[property] : Number(one[property] || 0);
      if (before[property] !== value && (value || property in before)) {
        if (property === 'readyState') log(`${name}.${step}.${value}`); else log(`${name}.${step}.${property}`, value);
      }
      before[property] = value;
    }
  };
};

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const lookup = (host, options, done) => setImmediate(done, null, options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4);
  const listen = (options, accepted, make) => {
    const server = net.createServer(options, accepted).listen(0, '127.0.0.1', () => make(server, server.address().port));
  };
  const parts = [
    function life(next) {
      listen({}, (accepted) => accepted.on('data', () => accepted.end('four')), (server, port) => {
        const one = new net.Socket();
        const tell = watch(one, 'life');
        tell('made');
        one.on('lookup', (error, address, family, host) => { log(`lookup-${address}-${family}-${host}`); tell('lookup'); });
        one.on('connect', () => { tell('connect'); process.nextTick(() => log('tick')); });
        one.on('ready', () => { log('ready'); tell('ready'); });
        one.on('data', (text) => { log(`data-${text}`); tell('data'); });
        one.on('end', () => tell('end')).on('finish', () => tell('finish'));
        one.on('close', (failed) => { tell('close'); log('failed', Number(failed)); server.close(next); });
        log('returned', Number(one.connect({ port, host: 'localhost', lookup }, () => {
          log('listener');
          one.write('abc', () => tell('written'));
          one.setTimeout(700);
          tell('timeout');
          log('peers', Number(one.remotePort === port && one.remoteAddress === '127.0.0.1' && one.remoteFamily === 'IPv4'));
          log('own', Number(one.localPort === one.address().port && one.localAddress === '127.0.0.1' && one.localFamily === 'IPv4'));
        }) === one));
        tell('call');
      });
    },
    function refused(next) {
      const one = net.connect(1, '127.0.0.1', () => log('connected'));
      const tell = watch(one, 'refused');
      tell('call');
      one.on('connect', () => log('connect')).on('end', () => log('end'));
      one.on('error', ({ code, syscall }) => { log(`${code}-${syscall}`); tell('error'); });
      one.on('close', (failed) => { log('failed', Number(failed)); tell('close'); setImmediate(next); });
    },
    function again(next) {
      listen({}, (accepted) => accepted.end(), (server, port) => {
        const one = new net.Socket();
        one.connect(port, '127.0.0.1', () => log('first'));
        one.resume().once('close', () => {
          one.connect(port, '127.0.0.1', () => log('second')).once('close', () => server.close(next));
        });
      });
    },
    function soon(next) {
      listen({ allowHalfOpen: true }, (accepted) => accepted.on('data', (text) => log('got', text.length)).on('end', () => accepted.end()), (server, port) => {
        const one = net.connect(port, '127.0.0.1', () => {
          one.on('finish', () => log('soon-finish')).on('close', () => { log('soon-close'); server.close(next); });
          one.write('ab');
          one.write('c');
          one.destroySoon();
          log('soon', Number(one.destroyed) * 10 + Number(one.writableEnded));
        });
      });
    },
    function pausedAtFirst(next) {
      listen({ pauseOnConnect: true }, (accepted) => {
        accepted.on('data', (text) => { log(`late-${text}`); accepted.end(); });
        setTimeout(() => { log('resume', accepted.bytesRead); accepted.resume(); }, 10);
      }, (server, port) => {
        net.connect(port, '127.0.0.1').on('close', () => server.close(next)).resume().end('x');
      });
    },
    function idle(next) {
      listen({}, (accepted) => accepted.resume(), (server, port) => {
        const one = net.connect(port, '127.0.0.1', () => {
          log('default', Number(one.timeout || 0));
          log('chained', Number(one.setTimeout(10, () => log('once')) === one));
          one.on('timeout', () => log('timeout', Number(one.destroyed)));
          setTimeout(() => one.write('x'), 5);
          setTimeout(() => log('at-12'), 12);
          setTimeout(() => one.setTimeout(10), 40);
          setTimeout(() => { one.setTimeout(0); log('off', one.timeout); }, 80);
          setTimeout(() => { log('end'); one.on('close', () => server.close(next)).end(); }, 120);
        });
      });
    },
    function reset(next) {
      const other = [];
      listen({}, (accepted) => {
        accepted.on('error', ({ code }) => other.push(code)).on('close', (failed) => {
          log(`${other}-${failed}`);
          server.close(next);
        }).resume();
      }, (made, port) => {
        server = made;
        const one = net.connect(port, '127.0.0.1', () => setImmediate(() => log('reset', Number(one.resetAndDestroy() === one && one.destroyed))));
        one.on('error', () => log('own-error'));
      });
      let server;
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
