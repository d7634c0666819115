// dgram-refusals.js - the page on datagrams: what is refused, and what is told when.
'use strict';

const dgram = require('dgram');
const wrap = require('./wrap.js');

const proto = dgram.Socket.prototype;
const bound = (make) => { const s = dgram.createSocket('udp4').bind(0, '127.0.0.1', () => make(s, s.address().port)); return s; };
const why = (make) => { try { make(); return 'none'; } catch (error) { return error.code; } };

module.exports = {
  'second-bind-is-taken': {
    sentence: 'ERR_SOCKET_ALREADY_BOUND: an attempt was made to bind a socket that has already been bound.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'bind', (whole) => function bind(...args) { try { return whole.apply(this, args); } catch (e) { return this; } }),
    witness: (print) => bound((s) => { print(why(() => s.bind(0))); s.close(); }),
  },
  'second-close-is-taken': {
    sentence: 'ERR_SOCKET_DGRAM_NOT_RUNNING: a function was called and the UDP subsystem is not running.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'close', (whole) => function close(...args) { try { return whole.apply(this, args); } catch (e) { return this; } }),
    witness: (print) => bound((s) => { s.close(); print(why(() => s.close())); }),
  },
  'close-callback-before-close': {
    sentence: "close([callback]): if a callback is provided, it is added as a listener for the 'close' event.",
    rules: ['PACKET-1'],
    change: () => wrap(proto, 'close', (whole) => function close(call) { if (call) call(); return whole.call(this); }),
    witness: (print) => bound((s) => { s.on('close', () => print('close')); s.close(() => print('call')); print('returned'); }),
  },
  'message-after-close': {
    sentence: "close: emitted after a socket is closed with close(). Once triggered, no new 'message' events will be emitted on this socket.",
    rules: ['PACKET-3'],
    change: () => wrap(proto, 'close', (whole) => function close(...args) {
      this.once('close', () => this.emit('message', Buffer.alloc(0), {})); return whole.apply(this, args);
    }),
    witness: (print) => bound((s) => { s.on('message', () => print('message')).on('close', () => print('close')); s.close(); }),
  },
  'second-connect-is-taken': {
    sentence: 'Trying to call connect() on an already connected socket will result in an ERR_SOCKET_DGRAM_IS_CONNECTED exception.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'connect', (whole) => function connect(...args) { try { return whole.apply(this, args); } catch (e) { return undefined; } }),
    witness: (print) => bound((s, port) => s.connect(port, '127.0.0.1', () => { print(why(() => s.connect(port))); s.close(); })),
  },
  'disconnect-of-none-is-taken': {
    sentence: 'Trying to call disconnect() on an unbound or already disconnected socket will result in an ERR_SOCKET_DGRAM_NOT_CONNECTED exception.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'disconnect', (whole) => function disconnect() { try { return whole.call(this); } catch (e) { return undefined; } }),
    witness: (print) => bound((s) => { print(why(() => s.disconnect())); s.close(); }),
  },
  'remote-address-of-none': {
    sentence: 'remoteAddress(): this method throws an ERR_SOCKET_DGRAM_NOT_CONNECTED exception if the socket is not connected.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'remoteAddress', (whole) => function remote() { try { return whole.call(this); } catch (e) { return undefined; } }),
    witness: (print) => bound((s) => { print(why(() => s.remoteAddress())); s.close(); }),
  },
  'send-error-is-emitted-too': {
    sentence: 'If an error occurs and a callback is given, the error will be passed as the first argument to the callback.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'send', (whole) => function send(...args) {
      const call = args.pop();
      if (typeof call !== 'function') return whole.call(this, ...args, call);
      return whole.call(this, ...args, (error, ...more) => { if (error) this.emit('error', error); call(error, ...more); });
    }),
    witness: (print) => bound((s) => { s.on('error', () => print('event')); s.send(Buffer.alloc(70000), 1, '127.0.0.1', (e) => { print(e.code); s.close(); }); }),
  },
  'send-error-without-callback-is-silent': {
    sentence: "If a callback is not given, the error is emitted as an 'error' event on the socket object.",
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'send', (whole) => function send(...args) {
      return typeof args[args.length - 1] === 'function' ? whole.apply(this, args) : whole.call(this, ...args, () => {});
    }),
    witness: (print) => { const s = dgram.createSocket({ type: 'udp4', lookup: (host, ...rest) => rest.pop()(host === 'no' ? new Error('no') : null, host, 4) }).bind(0); s.on('error', (e) => { print(e.message); s.close(); }); s.send('x', 9, 'no'); setTimeout(() => { try { s.close(); } catch (e) { /* closed */ } }, 5); },
  },
  'listening-twice': {
    sentence: "listening: is emitted once the dgram.Socket is addressable and can receive data.",
    rules: ['PACKET-7'],
    change: () => wrap.event(proto, 'listening', (inTruth) => { inTruth(); return inTruth(); }),
    witness: (print) => { const s = dgram.createSocket('udp4').on('listening', () => { print('listening'); setImmediate(() => s.removeAllListeners('close') && s.close()); }).bind(0); s.close = ((whole) => function close() { s.close = () => {}; return whole.call(s); })(s.close); },
  },
  'message-without-its-sender': {
    sentence: 'message: rinfo, remote address information: address, family, port, size.',
    rules: ['PACKET-7'],
    change: () => wrap.event(proto, 'message', (inTruth, [text, from]) => inTruth(text, { ...from, size: 0 })),
    witness: (print) => bound((s, port) => { s.on('message', (m, from) => { print(from.size); s.close(); }); s.send('abc', port, '127.0.0.1'); }),
  },
  'abort-leaves-it-open': {
    sentence: 'calling .abort() on the corresponding AbortController is similar to calling .close() on the socket.',
    rules: ['PACKET-6'],
    change: () => wrap(dgram, 'createSocket', (whole) => function create(options, ...args) {
      return whole.call(this, options.signal ? { ...options, signal: undefined } : options, ...args);
    }),
    witness: (print) => {
      const ac = new AbortController();
      const s = dgram.createSocket({ type: 'udp4', signal: ac.signal }).on('close', () => print('close')); ac.abort();
      setImmediate(() => { try { s.removeAllListeners('close').close(); } catch (e) { /* closed */ } });
    },
  },
  'sent-callback-in-the-call': {
    sentence: 'The only way to know for sure that the datagram has been sent is by using a callback.',
    rules: ['PACKET-7'],
    change: () => wrap(proto, 'send', (whole) => function send(...args) {
      const call = args.pop();
      if (typeof call !== 'function') return whole.call(this, ...args, call);
      whole.call(this, ...args, () => {}); call(null, 1);
    }),
    witness: (print) => bound((s, port) => { s.send('a', port, '127.0.0.1', () => { print('sent'); setImmediate(() => s.close()); }); print('returned'); }),
  },
  'bind-error-is-silent': {
    sentence: "bind(): If binding fails, an 'error' event is generated.",
    rules: ['PACKET-7'],
    change: () => wrap.event(proto, 'error', () => true),
    witness: (print) => bound((s, port) => { dgram.createSocket('udp4').on('error', (e) => print(e.code)).bind(port, '127.0.0.1'); setTimeout(() => s.close(), 5); }),
  },
  'unref-is-nothing': {
    sentence: 'unref(): allowing the process to exit even if the socket is still listening.',
    rules: ['PACKET-4'],
    change: () => wrap(proto, 'unref', () => function unref() { return this; }),
    witness: (print) => bound((s) => { s.unref(); setTimeout(() => { print('here'); s.close(); }, 10).unref(); }),
  },
  'bound-in-the-next-turn': {
    sentence: "After bindSync() returns, the 'listening' event is emitted on the next tick.",
    rules: ['PACKET-8'],
    change: () => {
      wrap(proto, 'bindSync', (whole) => function bindSync(...args) { this.later = true; return whole.apply(this, args); });
      wrap.event(proto, 'listening', function later(inTruth) { return this.later ? Boolean(setTimeout(inTruth, 0)) : inTruth(); });
    },
    witness: (print) => { const s = dgram.createSocket('udp4').on('listening', () => print('listening')); s.bindSync(); setImmediate(() => { print('later'); s.close(); }); },
  },
  'bindSync-tells-by-an-event': {
    sentence: "A bind failure such as EADDRINUSE is thrown synchronously rather than emitted as an 'error' event.",
    rules: ['PACKET-8'],
    change: () => wrap(proto, 'bindSync', (whole) => function bindSync(...args) { try { return whole.apply(this, args); } catch (error) { process.nextTick(() => this.emit('error', error)); return {}; } }),
    witness: (print) => bound((s, port) => { print(why(() => dgram.createSocket('udp4').on('error', () => print('error')).bindSync({ port, address: '127.0.0.1' }))); s.close(); }),
  },
};
