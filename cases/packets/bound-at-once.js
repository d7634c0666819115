// title "bindSync() and connectSync() have done it when they return, throw what fails, and emit in the next tick"
// rules PACKET-8
// layer node

const dgram = require('dgram');

// From Node 24.19 and 26.4 on.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major === 26 && minor < 4) log('not-yet');
else if (major >= 26) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const parts = [
    function bound(next) {
      const one = dgram.createSocket('udp4').on('listening', () => { log('listening'); }).on('error', () => log('no-error'));
      const address = one.bindSync({ address: '127.0.0.1' });
      log(`bound-${address.address}-${address.family}`, Number(address.port > 0 && address.port === one.address().port));
      thrown('again', () => one.bindSync());
      thrown('bind', () => one.bind(0));
      process.nextTick(() => log('tick'));
      setImmediate(() => one.close(next));
    },
    function everywhere(next) {
      const one = dgram.createSocket('udp4');
      log(`everywhere-${one.bindSync().address}`);
      one.close(next);
      thrown('closed', () => one.bindSync());
    },
    function taken(next) {
      const one = dgram.createSocket('udp4');
      const { port } = one.bindSync({ address: '127.0.0.1' });
      const other = dgram.createSocket('udp4').on('error', () => log('no-error')).on('listening', () => log('no-listening'));
      thrown('taken', () => other.bindSync({ address: '127.0.0.1', port }));
      thrown('name', () => other.bindSync({ address: 'localhost' }));
      other.removeAllListeners('listening');
      thrown('free', () => other.bindSync({ address: '127.0.0.1' }));
      setImmediate(() => { one.close(); other.close(next); });
    },
    function closedAtOnce(next) {
      const one = dgram.createSocket('udp4').on('listening', () => log('no-listening'));
      one.bindSync();
      one.close(next);
    },
    function delivered(next) {
      const receiver = dgram.createSocket('udp4').on('message', (text) => { log(`message-${text}`); receiver.close(next); });
      const { port } = receiver.bindSync({ address: '127.0.0.1' });
      const sender = dgram.createSocket('udp4').on('listening', () => log('listening')).on('connect', () => log('connect'));
      thrown('connect', () => sender.connectSync(port));
      log(`remote-${sender.remoteAddress().address}`, Number(sender.remoteAddress().port === port && sender.address().port > 0));
      thrown('again', () => sender.connectSync(port));
      thrown('connect-later', () => sender.connect(port));
      process.nextTick(() => log('tick'));
      setImmediate(() => sender.send('a', () => { sender.disconnect(); thrown('anew', () => sender.connectSync(port, '127.0.0.1')); sender.close(); }));
    },
    function connectedWhileBinding(next) {
      const one = dgram.createSocket('udp4').on('connect', () => log('no-connect'));
      one.bind(0, '127.0.0.1', () => { log('bound'); thrown('name', () => one.connectSync(9, 'localhost')); one.close(next); });
      thrown('binding', () => one.connectSync(9));
    },
    function otherFamily(next) {
      const one = dgram.createSocket('udp4').on('error', () => log('no-error')).on('connect', () => log('no-connect'));
      one.bindSync({ address: '127.0.0.1' });
      thrown('family', () => one.connectSync(9, '::1'));
      thrown('unconnected', () => one.remoteAddress());
      setImmediate(() => { one.close(next); });
    },
    function disposed(next) {
      const one = dgram.createSocket('udp4').on('close', () => log('close'));
      one.bindSync();
      Promise.resolve().then(() => one[Symbol.asyncDispose]()).then(() => { log('disposed'); return one[Symbol.asyncDispose](); }).then(() => { log('again'); next(); });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
