// net-properties.js - the page on net: what a connection and its server tell of themselves.
'use strict';

const net = require('net');
const wrap = require('./wrap.js');

const socket = net.Socket.prototype;
const server = net.Server.prototype;
const answer = (proto, name, make) => wrap.property(proto, name, make);
// A server, a client that has connected to it, and the server's socket.
const pair = (make, options = {}) => {
  const s = net.createServer(options.server || {}, (accepted) => {
    if (options.accepted) options.accepted(accepted, s);
  });
  s.listen(0, '127.0.0.1', () => make(net.connect(s.address().port, '127.0.0.1'), s));
  return s;
};
const done = (...all) => all.forEach((one) => (one.close && !one.destroy ? one.close() : one.destroy()));

module.exports = {
  'server-address-after-close': {
    sentence: "server.address() returns null before the 'listening' event has been emitted or after calling server.close().",
    rules: ['SOCK-18'],
    change: () => {
      const known = new WeakMap();
      wrap(server, 'address', (whole) => function address() {
        const now = whole.call(this);
        if (now) known.set(this, now);
        return now || known.get(this) || null;
      });
    },
    witness: (print) => { const s = net.createServer().listen(0, () => { s.address(); s.close(); print(Boolean(s.address())); }); },
  },
  'close-callback-without-the-error': {
    sentence: 'Unlike that event, it will be called with an Error as its only argument if the server was not open when it was closed.',
    rules: ['SOCK-18'],
    change: () => wrap(server, 'close', (whole) => function close(call) { return whole.call(this, call && (() => call())); }),
    witness: (print) => net.createServer().close((error) => print(error && error.code)),
  },
  'close-callback-before-close': {
    sentence: "The optional callback will be called once the 'close' event occurs.",
    rules: ['SOCK-18'],
    change: () => wrap(server, 'close', (whole) => function close(call) {
      if (call && this.listening) setImmediate(call); else if (call) return whole.call(this, call);
      return whole.call(this);
    }),
    witness: (print) => pair((c, s) => {
      s.on('close', () => print('close')); s.close(() => print('call')); setTimeout(() => c.destroy(), 20);
    }),
  },
  'close-cuts-connections': {
    sentence: 'Stops the server from accepting new connections and keeps existing connections.',
    rules: ['SOCK-18'],
    change: () => {
      const all = new WeakMap();
      wrap.event(server, 'connection', function emit(inTruth, args) {
        if (this.constructor === net.Server) all.set(this, [...(all.get(this) || []), args[0]]);
        return inTruth(...args);
      });
      wrap(server, 'close', (whole) => function close(...args) {
        (all.get(this) || []).forEach((one) => one.destroy());
        return whole.apply(this, args);
      });
    },
    witness: (print) => pair(() => {}, { accepted(a, s) { s.close(); setTimeout(() => { print(a.destroyed); a.destroy(); }, 5); } }),
  },
  'second-listen-is-taken': {
    sentence: 'Otherwise, an ERR_SERVER_ALREADY_LISTEN error will be thrown.',
    rules: ['SOCK-18'],
    change: () => wrap(server, 'listen', (whole) => function listen(...args) {
      return this.listening ? this : whole.apply(this, args);
    }),
    witness: (print) => { const s = net.createServer().listen(0, () => { try { s.listen(0); print('no'); } catch (e) { print(e.code); } s.close(); }); },
  },
  'no-drop-event': {
    sentence: "the server will drop new connections and emit 'drop' event instead.",
    rules: ['SOCK-18'],
    change: () => wrap.event(server, 'drop', () => false),
    witness: (print) => pair((c, s) => {
      s.maxConnections = 0; s.on('drop', () => print('drop')); c.on('close', () => s.close());
    }),
  },
  'drops-one-too-late': {
    sentence: 'When the number of connections reaches the server.maxConnections threshold, Node.js will close the connection.',
    rules: ['SOCK-18'],
    change: () => Object.defineProperty(server, 'maxConnections', {
      set(value) { Object.defineProperty(this, 'maxConnections', { value: value + 1, writable: true }); }, configurable: true,
    }),
    witness: (print) => pair((c, s) => {
      s.maxConnections = 0; s.on('drop', () => print('drop')).on('connection', (a) => { print('taken'); a.destroy(); });
      c.on('close', () => s.close()).on('error', () => {}).resume();
    }),
  },
  'connections-are-counted-at-once': {
    sentence: 'Asynchronously get the number of concurrent connections on the server.',
    rules: ['SOCK-18'],
    change: () => wrap(server, 'getConnections', () => function get(call) { call(null, this._connections); return this; }),
    witness: (print) => { const s = net.createServer(); s.getConnections(() => print('count')); print('returned'); },
  },
  'ready-before-connect': {
    sentence: "ready: triggered immediately after 'connect'.",
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'emit', (whole) => function emit(name, ...args) {
      if (name === 'ready') return false;
      if (name === 'connect') whole.call(this, 'ready');
      return whole.call(this, name, ...args);
    }),
    witness: (print) => pair((c, s) => { c.on('connect', () => print('connect')).on('ready', () => { print('ready'); setImmediate(done, c, s); }); }),
  },
  'ready-a-turn-after-connect': {
    sentence: "ready: triggered immediately after 'connect'.",
    rules: ['SOCK-19'],
    change: () => wrap.event(socket, 'ready', (inTruth) => { setImmediate(inTruth); return true; }),
    witness: (print) => pair((c, s) => {
      c.on('connect', () => setImmediate(print, 'later')).on('ready', () => { print('ready'); setImmediate(done, c, s); });
    }),
  },
  'connecting-until-it-was-told': {
    sentence: "It will stay true until the socket becomes connected, then it is set to false and the 'connect' event is emitted.",
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'emit', (whole) => function emit(name, ...args) {
      if (name !== 'connect') return whole.call(this, name, ...args);
      this.connecting = true;
      try { return whole.call(this, name, ...args); } finally { this.connecting = false; }
    }),
    witness: (print) => pair((c, s) => c.on('connect', () => { print(c.connecting); setImmediate(done, c, s); })),
  },
  'never-pending': {
    sentence: 'pending: is true if the socket is not connected yet.',
    rules: ['SOCK-19'],
    change: () => answer(socket, 'pending', () => false),
    witness: (print) => print(new net.Socket().pending),
  },
  'had-no-error': {
    sentence: 'The argument hadError is a boolean which says if the socket was closed due to a transmission error.',
    rules: ['SOCK-19'],
    change: () => wrap.event(socket, 'close', (inTruth) => inTruth(false)),
    witness: (print) => net.connect(1, '127.0.0.1').on('error', () => {}).on('close', print),
  },
  'timeout-cuts-the-connection': {
    sentence: "When an idle timeout is triggered the socket will receive a 'timeout' event but the connection will not be severed.",
    rules: ['SOCK-19'],
    change: () => wrap.event(socket, 'timeout', function emit(inTruth) { const any = inTruth(); this.destroy(); return any; }),
    witness: (print) => pair((c, s) => { c.setTimeout(5, () => { setImmediate(() => { print(c.destroyed); done(c, s); }); }); }, { accepted: (a) => a.resume() }),
  },
  'timeout-of-zero-is-forgotten': {
    sentence: 'If timeout is 0, then the existing idle timeout is disabled.',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'setTimeout', (whole) => function set(time, ...args) { return time === 0 ? this : whole.call(this, time, ...args); }),
    witness: (print) => pair((c, s) => {
      c.on('timeout', () => print('timeout')); c.setTimeout(5); c.setTimeout(0); setTimeout(done, 20, c, s);
    }, { accepted: (a) => a.resume() }),
  },
  'timeout-callback-each-time': {
    sentence: "The optional callback parameter will be added as a one-time listener for the 'timeout' event.",
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'setTimeout', (whole) => function set(time, call) { if (call) this.on('timeout', call); return whole.call(this, time); }),
    witness: (print) => pair((c, s) => {
      c.setTimeout(5, () => print('timeout')); c.on('timeout', () => c.setTimeout(5)); setTimeout(done, 30, c, s);
    }, { accepted: (a) => a.resume() }),
  },
  'timeout-is-unknown': {
    sentence: 'socket.timeout: the socket timeout in milliseconds as set by socket.setTimeout().',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'setTimeout', (whole) => function set(...args) { whole.apply(this, args); Object.defineProperty(this, 'timeout', { value: undefined, writable: true, configurable: true }); return this; }),
    witness: (print) => { const c = new net.Socket(); c.setTimeout(7); print(c.timeout); c.setTimeout(0); },
  },
  'bytes-are-never-counted': {
    sentence: 'bytesWritten: the amount of bytes sent. bytesRead: the amount of received bytes.',
    rules: ['SOCK-19'],
    change: () => answer(socket, 'bytesRead', () => 0),
    witness: (print) => pair((c, s) => c.on('data', () => { print(c.bytesRead); done(c, s); }), { accepted: (a) => a.end('abc') }),
  },
  'written-bytes-without-what-waits': {
    sentence: 'bytesWritten: the amount of bytes sent.',
    rules: ['SOCK-19'],
    change: () => answer(socket, 'bytesWritten', () => 0),
    witness: (print) => pair((c, s) => c.end('abc', () => { print(c.bytesWritten); done(c, s); })),
  },
  'ready-state-is-always-open': {
    sentence: 'readyState: opening, open, readOnly, writeOnly, closed.',
    rules: ['SOCK-19'],
    change: () => answer(socket, 'readyState', () => 'open'),
    witness: (print) => pair((c, s) => { print(c.readyState); setImmediate(done, c, s); }),
  },
  'destroy-soon-is-destroy': {
    sentence: 'destroySoon(): destroys the socket after all data is written.',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'destroySoon', () => function soon() { this.destroy(); }),
    witness: (print) => pair((c, s) => c.on('connect', () => { c.on('finish', () => print('finish')).on('close', () => s.close()); c.write('a'); c.destroySoon(); }), { accepted: (a) => a.resume() }),
  },
  'reset-without-an-error-there': {
    sentence: 'resetAndDestroy(): close the TCP connection by sending an RST packet and destroy the stream.',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'resetAndDestroy', () => function reset() { return this.destroy(); }),
    witness: (print) => pair((c, s) => c.on('connect', () => setImmediate(() => c.resetAndDestroy())), {
      accepted: (a, s) => a.resume().on('error', (e) => print(e.code)).on('close', () => { print('close'); s.close(); }),
    }),
  },
  'paused-accept-is-not-paused': {
    sentence: "pauseOnConnect: if the socket should be paused on incoming connections.",
    rules: ['SOCK-19'],
    change: () => wrap.event(server, 'connection', (inTruth, args) => { args[0].resume(); return inTruth(...args); }),
    witness: (print) => pair((c) => c.write('a'), { server: { pauseOnConnect: true }, accepted: (a, s) => { a.on('data', () => print('data')); setTimeout(done, 10, a, s); } }),
  },
  'abort-does-not-close-the-server': {
    sentence: 'calling .abort() on the corresponding AbortController is similar to calling .close() on the server.',
    rules: ['SOCK-15'],
    change: () => wrap(server, 'listen', (whole) => function listen(options, ...args) {
      return whole.call(this, options && options.signal ? { ...options, signal: undefined } : options, ...args);
    }),
    witness: (print) => {
      const ac = new AbortController();
      const s = net.createServer().on('close', () => print('close')).listen({ port: 0, signal: ac.signal }, () => { ac.abort(); setImmediate(() => s.listening && s.removeAllListeners('close').close()); });
    },
  },
  'connect-listener-each-time': {
    sentence: "connectListener, if supplied, will be added as a listener for the 'connect' event once.",
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'once', (whole) => function once(name, call) { return name === 'connect' ? this.on(name, call) : whole.call(this, name, call); }),
    witness: (print) => pair((c, s) => {
      const again = new net.Socket(); again.connect(s.address().port, '127.0.0.1', () => { print('listener'); again.emit('connect'); setImmediate(done, again, c, s); });
    }),
  },
  'half-open-by-default': {
    sentence: 'By default the socket will send an end of transmission packet back.',
    rules: ['SOCK-6'],
    change: () => wrap(net, 'connect', (whole) => function connect(...args) { const c = whole.apply(this, args); c.allowHalfOpen = true; return c; }),
    witness: (print) => pair((c, s) => { c.on('end', () => setImmediate(() => { print(c.writable); done(c, s); })).resume(); }, { accepted: (a) => a.end() }),
  },
  'lookup-event-after-connect': {
    sentence: 'lookup: emitted after resolving the host name but before connecting.',
    rules: ['SOCK-19'],
    change: () => wrap.event(socket, 'lookup', function emit(inTruth, args) { this.once('connect', () => inTruth(...args)); return true; }),
    witness: (print) => {
      const s = net.createServer((a) => a.end()).listen(0, '127.0.0.1', () => {
        net.connect({ port: s.address().port, host: 'localhost', lookup: (h, o, call) => call(null, o.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1', 4) })
          .on('lookup', () => print('lookup')).on('connect', () => print('connect')).on('close', () => s.close()).resume();
      });
    },
  },
  'dropped-connection-is-unknown': {
    sentence: 'drop: data.remotePort, the remote port of the connection that is dropped.',
    rules: ['SOCK-22'],
    change: () => wrap.event(server, 'drop', (inTruth, [data]) => inTruth({ ...data, remotePort: undefined })),
    witness: (print) => {
      const s = pair((c) => c.on('close', () => s.close()).on('error', () => {}).resume());
      s.maxConnections = 0;
      s.on('drop', ({ remotePort }) => print(typeof remotePort));
    },
  },
  'failed-attempt-is-not-told': {
    sentence: 'connectionAttemptFailed: emitted when a connection attempt failed.',
    rules: ['SOCK-22'],
    change: () => wrap.event(socket, 'connectionAttemptFailed', () => true),
    witness: (print) => net.connect(1, '127.0.0.1').on('connectionAttemptFailed', (address) => print(address)).on('error', ({ code }) => print(code)),
  },
};
