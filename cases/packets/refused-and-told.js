// title "what a datagram socket refuses in each state, and how it reports errors"
// rules PACKET-7
// layer node

const dgram = require('dgram');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => {
    try { const value = call(); log(`${label}-fine`, typeof value === 'number' ? value : undefined); } catch ({ code }) { log(`${label}-${code}`); }
  };
  const parts = [
    function unbound(next) {
      const one = dgram.createSocket('udp4');
      thrown('address', () => { one.address(); });
      thrown('disconnect', () => { one.disconnect(); });
      thrown('remote', () => { one.remoteAddress(); });
      thrown('broadcast', () => { one.setBroadcast(true); });
      thrown('ttl', () => one.setTTL(64));
      thrown('size', () => { one.getRecvBufferSize(); });
      thrown('port', () => { one.send('x', 0); });
      log('queue', one.getSendQueueCount() * 10 + one.getSendQueueSize());
      log('chained', Number(one.unref() === one && one.ref() === one));
      log('closing', Number(one.close(next) === one));
    },
    function bound(next) {
      const one = dgram.createSocket('udp4').on('listening', () => {
        log('listening', Number(one.address().port > 0 && one.address().family === 'IPv4'));
        thrown('bind', () => { one.bind(0); });
        thrown('disconnect', () => { one.disconnect(); });
        thrown('ttl', () => one.setTTL(64));
        thrown('bad-ttl', () => one.setTTL(0));
        thrown('size', () => { one.setRecvBufferSize(8192); });
        one.close();
        for (const call of ['close', 'address', 'bind']) thrown(`closed-${call}`, () => { one[call](); });
        thrown('closed-send', () => { one.send('x', 9, '127.0.0.1'); });
      }).on('close', () => { log('close'); next(); });
      log('same', Number(one.bind(0, '127.0.0.1') === one));
      log('bound-later');
    },
    function taken(next) {
      const one = dgram.createSocket('udp4').bind(0, '127.0.0.1', () => {
        const other = dgram.createSocket('udp4').on('listening', () => log('no-listening')).on('error', ({ code, syscall }) => {
          log(`${code}-${syscall}`);
          other.close(() => one.close(next));
        });
        other.bind(one.address().port, '127.0.0.1');
        log('bind-later');
      });
    },
    function reused(next) {
      const one = dgram.createSocket({ type: 'udp4', reuseAddr: true }).bind(0, '127.0.0.1', () => {
        const other = dgram.createSocket({ type: 'udp4', reuseAddr: true }).on('error', () => log('no-error'));
        other.bind({ port: one.address().port, address: '127.0.0.1' }, () => { log('reused'); other.close(() => one.close(next)); });
      });
    },
    function tooLarge(next) {
      const one = dgram.createSocket('udp4').on('error', () => log('no-event')).bind(0, '127.0.0.1', () => {
        one.send(Buffer.alloc(70000), 9, '127.0.0.1', ({ code }) => { log(code); setImmediate(() => one.close(next)); });
        log('send-later');
      });
    },
    function unknownHost(next) {
      const lookup = (host, ...rest) => setImmediate(rest.pop(), host === 'nowhere' ? Object.assign(new Error('no'), { code: 'ENOTFOUND' }) : null, host, 4);
      const one = dgram.createSocket({ type: 'udp4', lookup }).bind(0);
      one.send('x', 9, 'nowhere', ({ code }) => {
        log(`callback-${code}`);
        one.on('error', () => log('no-event'));
        setTimeout(() => {
          one.removeAllListeners('error').on('error', (error) => { log(`event-${error.code}`); one.close(next); });
          one.send('x', 9, 'nowhere');
        }, 5);
      });
    },
    function boundBySending(next) {
      const one = dgram.createSocket('udp4').on('listening', () => log('listening')).on('message', (text, { address, family, port, size }) => {
        log(`${text}-${address}-${family}`, size * 10 + Number(port === one.address().port));
        one.close(next);
      });
      one.send('never', 9, '127.0.0.1', (error, bytes) => {
        log('sent', bytes);
        one.send(['a', Buffer.from('b')], one.address().port, '127.0.0.1', (no, both) => log('list', both));
      });
      thrown('send-twice', () => { one.send(Buffer.from('xyz'), 1, 1, 9, '127.0.0.1'); });
    },
    function connected(next) {
      const one = dgram.createSocket('udp4').bind(0, '127.0.0.1', () => {
        const { port } = one.address();
        one.connect(port, '127.0.0.1', () => {
          log('remote', Number(one.remoteAddress().port === port));
          thrown('connect', () => { one.connect(port); });
          thrown('disconnect', () => { one.disconnect(); });
          thrown('disconnect', () => { one.disconnect(); });
          one.close(next);
        });
        thrown('connecting', () => { one.connect(port); });
      });
    },
    function neverConnected(next) {
      // The callback is told of the error; without one it is an event.
      const lookup = (host, options, done) => (host === 'nowhere' ? setImmediate(done, Object.assign(new Error('no'), { code: 'NOWHERE' })) : done(null, '127.0.0.1', 4));
      const one = dgram.createSocket({ type: 'udp4', lookup }).on('connect', () => log('no-connect'));
      one.connect(9, 'nowhere', ({ code }) => {
        log(`connect-callback-${code}`);
        one.on('error', () => log('connect-no-event'));
        // Only later, so that an event about the first call would be seen.
        setTimeout(() => {
          one.removeAllListeners('error').on('error', (error) => { log(`connect-event-${error.code}`); one.close(next); });
          one.connect(9, 'nowhere');
        }, 5);
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
