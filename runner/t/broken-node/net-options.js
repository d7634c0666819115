// net-options.js - the page on net: options, order of calls and events, and what a server is told.
'use strict';

const fs = require('fs');
const net = require('net');
const wrap = require('./wrap.js');

const socket = net.Socket.prototype;
const server = net.Server.prototype;
const done = (...all) => all.forEach((one) => (one.close && !one.destroy ? one.close() : one.destroy()));
const listen = (options, accepted, make) => {
  const s = net.createServer(options, accepted).listen(0, '127.0.0.1', () => make(s.address().port, s));
  return s;
};

module.exports = {
  'listen-callback-for-ever': {
    sentence: "listen(): the last parameter callback will be added as a listener for the 'listening' event.",
    rules: ['SOCK-18'],
    change: () => wrap(server, 'once', (whole) => function once(name, call) { return name === 'listening' ? this.on(name, call) : whole.call(this, name, call); }),
    witness: (print) => { const s = net.createServer().listen(0, '127.0.0.1', () => { print('first'); s.close(() => { if (!s.again) { s.again = true; s.listen(0, '127.0.0.1', () => { print('second'); s.close(); }); } }); }); },
  },
  'written-in-the-call': {
    sentence: 'socket.write(): the optional callback parameter will be executed when the data is finally written out, which may not be immediately.',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'write', (whole) => function write(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      const it = whole.apply(this, args);
      if (call) call();
      return it;
    }),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect(port, '127.0.0.1', () => { c.write('a', () => { print('call'); setImmediate(done, c, s); }); print('returned'); }); }),
  },
  'write-always-has-room': {
    sentence: 'socket.write() returns false if all or part of the data was queued in user memory.',
    rules: ['SOCK-20'],
    change: () => wrap(socket, 'write', (whole) => function write(...args) { whole.apply(this, args); return true; }),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect(port, '127.0.0.1'); print(c.write(Buffer.alloc(1 << 20))); setTimeout(done, 5, c, s); }),
  },
  'drain-never': {
    sentence: "'drain' will be emitted when the buffer is again free.",
    rules: ['SOCK-20'],
    change: () => wrap.event(socket, 'drain', () => true),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect(port, '127.0.0.1').on('drain', () => print('drain')); c.write(Buffer.alloc(1 << 20)); setTimeout(done, 50, c, s); }),
  },
  'half-open-server-ends': {
    sentence: 'createServer, allowHalfOpen: if set to true, the socket will not automatically end its writable side.',
    rules: ['SOCK-6'],
    change: () => wrap(net, 'createServer', (whole) => function create(options, ...args) { return whole.call(this, typeof options === 'function' ? options : { ...options, allowHalfOpen: false }, ...args); }),
    witness: (print) => { const s = net.createServer({ allowHalfOpen: true }, (a) => a.resume().on('end', () => setImmediate(() => { print(a.writable); done(a, s); }))).listen(0, '127.0.0.1', () => net.connect(s.address().port, '127.0.0.1').end()); },
  },
  'end-loses-its-data': {
    sentence: 'end([data]): half-closes the socket.',
    rules: ['SOCK-19'],
    change: () => wrap(socket, 'end', (whole) => function end(data, ...args) { return whole.call(this, ...(typeof data === 'function' ? [data] : args)); }),
    witness: (print) => listen({}, (a) => a.end('bye'), (port, s) => net.connect(port, '127.0.0.1').on('data', (d) => print(d)).on('close', () => s.close())),
  },
  'destroy-ends-too': {
    sentence: 'destroy(): ensures that no more I/O activity happens on the current connection.',
    rules: ['SOCK-20'],
    change: () => wrap(socket, 'destroy', (whole) => function destroy(...args) { if (!this.destroyed && this.remotePort) process.nextTick(() => this.emit('end')); return whole.apply(this, args); }),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect(port, '127.0.0.1', () => { c.destroy(); s.close(); }).on('end', () => print('end')).on('close', () => print('close')); }),
  },
  'text-is-bytes': {
    sentence: 'setEncoding(): set the encoding for the socket as a Readable Stream.',
    rules: ['SOCK-20'],
    change: () => wrap(socket, 'setEncoding', () => function set() { return this; }),
    witness: (print) => listen({}, (a) => a.end('x'), (port, s) => net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', (d) => { print(typeof d); s.close(); })),
  },
  'socket-is-not-aborted': {
    sentence: 'new net.Socket, signal: an Abort signal that may be used to destroy the socket.',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'connect', (whole) => function connect(options, ...args) { return whole.call(this, options && options.signal ? { ...options, signal: undefined } : options, ...args); }),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => {
      const ac = new AbortController();
      const c = net.connect({ port, host: '127.0.0.1', signal: ac.signal }).on('error', (e) => print(e.name)); ac.abort(); setTimeout(done, 5, c, s);
    }),
  },
  'no-attempts-are-told': {
    sentence: 'connectionAttempt: emitted when a new connection attempt is started.',
    rules: ['SOCK-20'],
    change: () => wrap.event(socket, 'connectionAttempt', () => true),
    witness: (print) => listen({}, (a) => a.end(), (port, s) => net.connect(port, '127.0.0.1').on('connectionAttempt', () => print('attempt')).on('close', () => s.close()).resume()),
  },
  'disposed-before-it-is-closed': {
    sentence: 'server[Symbol.asyncDispose](): returns a promise that fulfills when the server has closed.',
    rules: ['SOCK-20'],
    change: () => wrap(server, Symbol.asyncDispose, () => function dispose() { this.close(); return Promise.resolve(); }),
    witness: (print) => listen({}, (a) => setTimeout(() => a.destroy(), 5), (port, s) => {
      net.connect(port, '127.0.0.1', () => { s.on('close', () => print('close')); s[Symbol.asyncDispose]().then(() => print('disposed')); }).resume();
    }),
  },
  'activity-does-not-count': {
    sentence: 'setTimeout(): sets the socket to timeout after timeout milliseconds of inactivity on the socket.',
    rules: ['SOCK-19'],
    change: () => { socket._unrefTimer = () => {}; },
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect(port, '127.0.0.1', () => { c.setTimeout(10, () => print('timeout')); setTimeout(() => c.write('x'), 6); setTimeout(() => { print('13'); done(c, s); }, 13); }); }),
  },
  'onread-and-data': {
    sentence: 'onread: this will cause the streaming functionality to not provide any data.',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'connect', (whole) => function connect(options, ...args) {
      const c = whole.call(this, options, ...args);
      if (options.onread) { const { callback } = options.onread; options.onread.callback = callback; c.on('end', () => c.emit('data', Buffer.alloc(1))); }
      return c;
    }),
    witness: (print) => listen({}, (a) => a.end('x'), (port, s) => net.connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(4), callback: (n) => print('read', n) } }).on('data', () => print('data')).on('close', () => s.close())),
  },
  'server-close-in-the-call': {
    sentence: "close(): this function is asynchronous, the server is finally closed when all connections are ended and the server emits a 'close' event.",
    rules: ['SOCK-18'],
    change: () => wrap(server, 'close', (whole) => function close(...args) {
      const open = this.listening;
      const it = whole.apply(this, args);
      if (open && !this._connections) { this.emit('close'); this.removeAllListeners('close'); }
      return it;
    }),
    witness: (print) => listen({}, () => {}, (port, s) => { s.on('close', () => print('close')); s.close(); print('returned'); }),
  },
  'pipe-server-has-no-name': {
    sentence: 'For a server listening on a pipe or Unix domain socket, the name is returned as a string.',
    rules: ['SOCK-20'],
    change: () => wrap(server, 'address', (whole) => function address() { const it = whole.call(this); return typeof it === 'string' ? { address: it } : it; }),
    witness: (print) => { const name = `/tmp/broken-${process.pid}`; const s = net.createServer().listen(name, () => { print(typeof s.address()); s.close(); }); },
  },
  'pipe-server-leaves-its-file': {
    sentence: 'If a Node.js API abstraction creates the Unix domain socket, it will unlink the Unix domain socket as well.',
    rules: ['SOCK-20'],
    change: () => wrap(server, 'close', (whole) => function close(call) {
      const name = this.listening && this.address();
      const it = whole.call(this, call);
      if (typeof name === 'string') this.once('close', () => fs.writeFileSync(name, ''));
      return it;
    }),
    witness: (print) => { const name = `/tmp/broken-${process.pid}`; const s = net.createServer().listen(name, () => s.close(() => setImmediate(() => { print(fs.existsSync(name)); fs.rmSync(name, { force: true }); }))); },
  },
  'timeout-option-is-ignored': {
    sentence: 'createConnection, timeout: if set, will be used to call socket.setTimeout(timeout) after the socket is created, but before it starts the connection.',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'connect', (whole) => function connect(options, ...args) { return whole.call(this, options && options.timeout ? { ...options, timeout: undefined } : options, ...args); }),
    witness: (print) => listen({}, (a) => a.resume(), (port, s) => { const c = net.connect({ port, host: '127.0.0.1', timeout: 5 }).on('timeout', () => print('timeout')); setTimeout(done, 20, c, s); }),
  },
  'blocked-address-is-served': {
    sentence: 'blockList can be used for disabling inbound access to specific IP addresses.',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'createServer', (whole) => function create(options, ...args) { return whole.call(this, options && options.blockList ? { ...options, blockList: undefined } : options, ...args); }),
    witness: (print) => {
      const blockList = new net.BlockList(); blockList.addAddress('127.0.0.1');
      const s = net.createServer({ blockList }, (a) => { print('served'); a.destroy(); }).listen(0, '127.0.0.1', () => net.connect(s.address().port, '127.0.0.1').on('error', () => {}).on('close', () => s.close()).resume());
    },
  },
  'accepted-by-no-server': {
    sentence: "socket.server: reference to the server that accepted the socket. null for sockets that were not accepted by a server.",
    rules: ['SOCK-18'],
    change: () => wrap.event(server, 'connection', (inTruth, args) => { args[0].server = null; return inTruth(...args); }),
    witness: (print) => { const s = net.createServer((a) => { print(a.server === s); done(a, s); }).listen(0, '127.0.0.1', () => net.connect(s.address().port, '127.0.0.1').resume()); },
  },
  'all-attempts-fail-with-one-error': {
    sentence: 'If all connections attempts fails, a single AggregateError with all failed attempts is emitted.',
    rules: ['SOCK-20'],
    change: () => wrap.event(socket, 'error', (inTruth, [error]) => inTruth(error.errors ? error.errors[0] : error)),
    witness: (print) => net.connect({ port: 1, host: 'localhost', autoSelectFamily: true, lookup: (h, o, call) => call(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]) }).on('error', (e) => print(e.name, e.errors && e.errors.length)),
  },
  'own-buffer-is-never-paused': {
    sentence: 'onread: methods like pause() and resume() will also behave as expected.',
    rules: ['SOCK-20'],
    change: () => wrap(socket, 'pause', (whole) => function pause() { return this.onlyPaused ? whole.call(this) : this; }),
    witness: (print) => {
      const s = listen({}, (a) => setTimeout(() => a.end('x'), 20), (port) => {
        const one = net.connect({ port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(4), callback: () => print('read') } }, () => {
          one.pause();
          setTimeout(() => { print('later'); one.resume(); }, 50);
        }).on('close', () => s.close());
      });
    },
  },
  'first-buffer-is-used-again': {
    sentence: 'onread: buffer {Buffer|Uint8Array|Function}: or a function that returns such (memory for storing incoming data).',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'connect', (whole) => (options, ...rest) => {
      if (!options || !options.onread || typeof options.onread.buffer !== 'function') return whole(options, ...rest);
      const first = options.onread.buffer();
      const buffer = () => { options.onread.buffer(); return first; };
      return whole({ ...options, onread: { ...options.onread, buffer } }, ...rest);
    }),
    witness: (print) => {
      const server = net.createServer((socket) => {
        socket.write('a');
        socket.once('data', () => socket.end('b'));
      }).listen(0, '127.0.0.1', () => {
        const buffers = [];
        const make = () => { buffers.push(Buffer.alloc(2)); return buffers[buffers.length - 1]; };
        const client = net.connect({
          port: server.address().port,
          host: '127.0.0.1',
          onread: { buffer: make, callback: (size, buffer) => { print(buffers.indexOf(buffer)); client.write('x'); } },
        });
        client.on('close', () => server.close());
      });
    },
  },
};
