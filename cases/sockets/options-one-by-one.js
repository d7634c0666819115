// title "options of servers and sockets: signals, attempts, a buffer of one's own, pipes, timeouts, blocked addresses"
// rules SOCK-6 SOCK-20
// layer node

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const listen = (options, accepted, make) => {
    const server = net.createServer(options, accepted).listen(0, '127.0.0.1', () => make(server.address().port, server));
  };
  const parts = [
    function text(next) {
      listen({}, (accepted) => accepted.end('\u20ac'), (port, server) => {
        const one = net.connect(port, '127.0.0.1');
        log('chained', Number(one.setEncoding('utf8') === one && one.setNoDelay() === one && one.setKeepAlive(true) === one));
        one.on('data', (chunk) => log(typeof chunk, chunk.length)).on('close', () => server.close(next));
      });
    },
    function room(next) {
      listen({}, (accepted) => accepted.resume(), (port, server) => {
        const one = net.connect(port, '127.0.0.1');
        log('small', Number(one.write('x')));
        log('large', Number(one.write(Buffer.alloc(1 << 20))));
        one.on('drain', () => { log('drain', one.writableLength); one.on('close', () => server.close(next)).end(); });
      });
    },
    function queued(next) {
      let got = '';
      listen({}, (accepted) => accepted.on('data', (chunk) => { got += chunk; }).on('end', () => log(got)), (port, server) => {
        const one = net.connect(port, '127.0.0.1');
        one.on('connect', () => log('connect'));
        one.write('before', () => log('written'));
        log('connecting', Number(one.connecting));
        one.on('close', () => server.close(next)).end();
      });
    },
    function endsBack(next) {
      listen({}, (accepted) => accepted.end(), (port, server) => {
        const one = net.connect(port, '127.0.0.1').resume();
        one.on('end', () => log('end-back')).on('finish', () => log('finish-back')).on('close', () => server.close(next));
      });
    },
    function aborted(next) {
      listen({}, (accepted) => accepted.resume().on('error', () => {}), (port, server) => {
        const controller = new AbortController();
        const one = net.connect({ port, host: '127.0.0.1', signal: controller.signal }, () => { controller.abort(); log('destroyed', Number(one.destroyed)); });
        one.on('error', ({ name }) => log(name)).on('close', (failed) => { log('failed', Number(failed)); server.close(next); });
      });
    },
    function destroyed(next) {
      listen({}, (accepted) => accepted.on('error', () => {}).resume(), (port, server) => {
        const one = net.connect(port, '127.0.0.1', () => {
          for (const event of ['end', 'finish', 'error']) one.on(event, () => log(`no-${event}`));
          one.destroy();
          one.on('close', (failed) => { log('close', Number(failed)); server.close(next); });
          log('returned');
        });
      });
    },
    function attempts(next) {
      const lookup = (host, options, done) => setImmediate(done, null, [{ address: '127.0.0.2', family: 4 }, { address: '127.0.0.1', family: 4 }]);
      listen({}, (accepted) => accepted.end(), (port, server) => {
        const one = net.connect({ port, host: 'localhost', lookup, autoSelectFamily: true }, () => log('connect'));
        one.on('connectionAttempt', (address, where, family) => log(`attempt-${address}`, family)).on('connectionAttemptFailed', (address) => log(`failed-${address}`));
        one.on('error', () => log('error')).on('close', () => { log(one.autoSelectFamilyAttemptedAddresses.length === 2 ? 'both' : 'one-only'); server.close(next); }).resume();
      });
    },
    function allFail(next) {
      const lookup = (host, options, done) => setImmediate(done, null, [{ address: '127.0.0.2', family: 4 }, { address: '127.0.0.1', family: 4 }]);
      net.connect({ port: 1, host: 'localhost', lookup, autoSelectFamily: true }).on('error', ({ name, errors }) => { log(name, errors.length); })
        .on('close', next);
    },
    function ownBuffer(next) {
      listen({}, (accepted) => accepted.end('abc'), (port, server) => {
        const buffer = Buffer.alloc(8);
        const one = net.connect({ port, host: '127.0.0.1', onread: { buffer, callback: (size, same) => { log('onread', size * 10 + Number(same === buffer)); } } });
        one.on('data', () => log('data')).on('end', () => log('end')).on('close', () => server.close(next));
      });
    },
    function ownBufferFull(next) {
      // Until resume() no more is read.
      let socket;
      listen({}, (accepted) => { accepted.write('a'); socket = accepted; }, (port, server) => {
        const callback = (size) => {
          log('read', size);
          if (size === 1) setTimeout(() => { socket.end('bc'); setTimeout(() => { log('resume'); one.resume(); }, 5); }, 5);
          return size !== 1;
        };
        const one = net.connect({ port, host: '127.0.0.1', onread: { buffer: () => Buffer.alloc(2), callback } });
        one.on('end', () => log('end')).on('close', () => server.close(next));
      });
    },
    function pipe(next) {
      const name = path.join(os.tmpdir(), `loopspec-${process.pid}`);
      const server = net.createServer((accepted) => accepted.end()).listen(name, () => {
        log('named', Number(server.address() === name && fs.existsSync(name)));
        net.connect(name, () => log('connect')).resume().on('close', () => server.close(() => setImmediate(() => { log('unlinked', Number(!fs.existsSync(name))); next(); })));
      });
    },
    function timeout(next) {
      listen({}, (accepted) => accepted.resume(), (port, server) => {
        const one = net.connect({ port, host: '127.0.0.1', timeout: 30 });
        log('timeout', one.timeout);
        one.on('timeout', () => { log('timeout'); one.destroy(); }).on('close', () => server.close(next));
      });
    },
    function blocked(next) {
      const blockList = new net.BlockList();
      blockList.addAddress('127.0.0.1');
      listen({ blockList }, () => log('served'), (port, server) => {
        net.connect(port, '127.0.0.1').on('error', () => {}).on('close', () => {
          net.connect({ port, host: '127.0.0.1', blockList }).on('error', ({ code }) => log(code)).on('close', () => { log('blocked'); server.close(next); });
        }).resume();
      });
    },
    function disposed(next) {
      listen({}, (accepted) => {
        accepted.resume();
        accepted.server[Symbol.asyncDispose]().then(() => { log('disposed'); next(); });
        log('listening', Number(accepted.server.listening));
        accepted.server.on('close', () => log('closed'));
        setTimeout(() => { log('release'); accepted.destroy(); }, 5);
      }, (port) => net.connect(port, '127.0.0.1').resume().on('error', () => {}));
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
