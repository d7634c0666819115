// net-sockets.js - the page on net, broken once more.
'use strict';

const net = require('net');
const wrap = require('./wrap.js');

const { Server, Socket } = net;
// A server and a client of it: `made` gets the server's socket, `connected` the client's.
const connect = (made, connected, options = {}) => {
  const server = net.createServer(options, (socket) => { made(socket, server); });
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => connected(client, server));
  });
  return server;
};
const over = (client, server) => { client.destroy(); server.close(); };

module.exports = {
  'pending-is-not-told': {
    sentence: 'pending is true if the socket is not connected yet, either because .connect() has not yet been called or because it is still in the process of connecting.',
    rules: ['SOCK-9'],
    change: () => wrap.property(Socket.prototype, 'pending', function pending() { return this.connecting; }),
    witness: (print) => print(new Socket().pending),
  },
  'state-is-not-told': {
    sentence: "readyState: if the stream is connecting socket.readyState is opening.",
    rules: ['SOCK-9'],
    change: () => wrap.property(Socket.prototype, 'readyState', (truth) => (truth === 'opening' ? 'open' : truth)),
    witness: (print) => {
      const server = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1', () => {
        print(net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => server.close()).readyState);
      });
    },
  },
  'listening-before-it-does': {
    sentence: 'server.listening indicates whether or not the server is listening for connections.',
    rules: ['SOCK-9'],
    change: () => wrap.property(Server.prototype, 'listening', () => true),
    witness: (print) => print(net.createServer().listening),
  },
  'written-before-it-is': {
    sentence: 'write(): the optional callback parameter will be executed when the data is finally written out.',
    rules: ['SOCK-10'],
    change: () => wrap(Socket.prototype, 'write', (whole) => function write(...args) {
      const callback = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
      if (callback) process.nextTick(callback);
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1', () => {
        const client = net.connect(server.address().port, '127.0.0.1', () => { print('connect'); over(client, server); });
        client.write('a', () => print('written'));
      });
    },
  },
  'early-writes-are-reversed': {
    sentence: 'Data written before the connection is sent once it is there (in the order of the calls).',
    rules: ['SOCK-10'],
    change: () => wrap(Socket.prototype, 'write', (whole) => function write(data, ...rest) {
      if (!this.connecting) return whole.call(this, data, ...rest);
      this.early = [[data, ...rest]].concat(this.early || []);
      if (this.early.length === 1) this.once('connect', () => { for (const args of this.early) whole.apply(this, args); });
      return true;
    }),
    witness: (print) => {
      const server = net.createServer((socket) => socket.on('data', print).on('end', () => server.close()));
      server.listen(0, '127.0.0.1', () => {
        const client = net.connect(server.address().port, '127.0.0.1', () => setImmediate(() => client.end()));
        client.write('a');
        client.write('b');
      });
    },
  },
  'pause-does-nothing': {
    sentence: "socket.pause(): pauses the reading of data. That is, 'data' events will not be emitted.",
    rules: ['SOCK-11'],
    change: () => wrap(Socket.prototype, 'pause', () => function pause() { return this; }),
    witness: (print) => connect((socket, server) => {
      socket.pause();
      socket.on('data', () => print('data'));
      setTimeout(() => { print('later'); socket.destroy(); server.close(); }, 20);
    }, (client) => client.end('a')),
  },
  'not-paused-on-connect': {
    sentence: 'pauseOnConnect: indicates whether the socket should be paused on incoming connections.',
    rules: ['SOCK-11'],
    change: () => wrap(net, 'createServer', (whole) => (options, listener) =>
      (typeof options === 'object' ? whole({ ...options, pauseOnConnect: false }, listener) : whole(options))),
    witness: (print) => connect((socket, server) => {
      socket.on('data', () => print('data'));
      setTimeout(() => { print('later'); socket.destroy(); server.close(); }, 20);
    }, (client) => client.end('a'), { pauseOnConnect: true }),
  },
  'unref-of-a-server-does-nothing': {
    sentence: 'server.unref(): calling unref() on a server will allow the program to exit if this is the only active server in the event system.',
    rules: ['SOCK-12'],
    change: () => wrap(Server.prototype, 'unref', () => function unref() { return this; }),
    witness: (print) => {
      process.on('exit', () => print('exit'));
      const server = net.createServer().listen(0, '127.0.0.1', () => {
        server.unref();
        setTimeout(() => { print('alive'); server.close(); }, 50).unref();
      });
    },
  },
  'unref-of-a-socket-does-nothing': {
    sentence: 'socket.unref(): calling unref() on a socket will allow the program to exit if this is the only active socket in the event system.',
    rules: ['SOCK-12'],
    change: () => wrap(Socket.prototype, 'unref', () => function unref() { return this; }),
    witness: (print) => {
      process.on('exit', () => print('exit'));
      connect((socket, server) => { socket.unref(); server.unref(); }, (client) => {
        client.unref();
        setTimeout(() => { print('alive'); process.exit(); }, 50).unref();
      });
    },
  },
  'ref-of-a-server-does-nothing': {
    sentence: 'server.ref(): opposite of unref(), calling ref() on a previously unrefed server will not let the program exit.',
    rules: ['SOCK-12'],
    change: () => wrap(Server.prototype, 'ref', () => function ref() { return this; }),
    witness: (print) => {
      const server = net.createServer().listen(0, '127.0.0.1', () => {
        server.unref().ref();
        setTimeout(() => { print('alive'); server.close(); }, 5).unref();
      });
    },
  },
  'connections-counted-at-once': {
    sentence: 'server.getConnections(): asynchronously get the number of concurrent connections on the server.',
    rules: ['SOCK-13'],
    change: () => wrap(Server.prototype, 'getConnections', () => function count(callback) { callback(null, this._connections); return this; }),
    witness: (print) => { net.createServer().getConnections(() => print('counted')); print('after'); },
  },
  'limit-is-not-kept': {
    sentence: 'server.maxConnections: when the number of connections reaches the threshold, the server closes the connection.',
    rules: ['SOCK-13'],
    change: () => Object.defineProperty(Server.prototype, 'maxConnections', { get: () => undefined, set() {}, configurable: true }),
    witness: (print) => {
      const server = connect((socket) => { print('connection'); setTimeout(() => socket.destroy(), 20); }, () => {
        net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => server.close()).resume();
      });
      server.maxConnections = 1;
    },
  },
  'drop-is-not-told': {
    sentence: "Event 'drop': when the number of connections reaches the threshold, the server will drop new connections and emit 'drop' event instead.",
    rules: ['SOCK-13'],
    change: () => wrap.event(Server.prototype, 'drop', () => true),
    witness: (print) => {
      const server = connect((socket) => setTimeout(() => socket.destroy(), 20), () => {
        net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => server.close()).resume();
      });
      server.maxConnections = 1;
      server.on('drop', () => print('drop'));
    },
  },
  'timeout-comes-once': {
    sentence: "When an idle timeout is triggered the socket will receive a 'timeout' event but the connection will not be severed.",
    rules: ['SOCK-14'],
    change: () => {
      const seen = new WeakSet();
      wrap.event(Socket.prototype, 'timeout', function emit(whole) { if (seen.has(this)) return true; seen.add(this); return whole(); });
    },
    witness: (print) => connect((socket) => socket.resume(), (client, server) => {
      let times = 0;
      client.setTimeout(5);
      client.on('timeout', () => { print('timeout'); client.write('a'); if (++times === 2) over(client, server); });
      setTimeout(() => over(client, server), 100);
    }),
  },
  'timeout-callback-comes-again': {
    sentence: "The optional callback parameter will be added as a one-time listener for the 'timeout' event.",
    rules: ['SOCK-14'],
    change: () => wrap(Socket.prototype, 'setTimeout', (whole) => function setTimeout(time, callback) {
      if (callback) this.on('timeout', callback);
      return whole.call(this, time);
    }),
    witness: (print) => connect((socket) => socket.resume(), (client, server) => {
      let times = 0;
      client.setTimeout(5, () => print('callback'));
      client.on('timeout', () => { client.write('a'); if (++times === 2) over(client, server); });
    }),
  },
  'timeout-of-zero-does-nothing': {
    sentence: 'If timeout is 0, then the existing idle timeout is disabled.',
    rules: ['SOCK-14'],
    change: () => wrap(Socket.prototype, 'setTimeout', (whole) => function setTimeout(time, ...rest) { return time ? whole.call(this, time, ...rest) : this; }),
    witness: (print) => connect((socket) => socket.resume(), (client, server) => {
      client.setTimeout(5, () => print('timeout'));
      client.setTimeout(0);
      setTimeout(() => over(client, server), 20);
    }),
  },
  'signal-of-a-server-is-ignored': {
    sentence: 'listen(): signal: an AbortSignal that may be used to close a listening server.',
    rules: ['SOCK-15'],
    change: () => wrap(Server.prototype, 'listen', (whole) => function listen(options, ...rest) {
      return whole.call(this, options && options.signal ? { ...options, signal: undefined } : options, ...rest);
    }),
    witness: (print) => {
      const controller = new AbortController();
      const server = net.createServer().on('close', () => print('close'));
      server.listen({ port: 0, host: '127.0.0.1', signal: controller.signal }, () => {
        controller.abort();
        setTimeout(() => server.close(), 5);
        print('aborted', server.listening);
      });
    },
  },
  'reset-is-an-end': {
    sentence: 'resetAndDestroy(): close the TCP connection by sending an RST packet and destroy the stream.',
    rules: ['SOCK-16'],
    change: () => wrap(Socket.prototype, 'resetAndDestroy', () => function reset() { return this.destroy(); }),
    witness: (print) => connect((socket, server) => socket.on('error', ({ code }) => print(code)).on('close', () => server.close()).resume(),
      (client) => client.resetAndDestroy()),
  },
  'data-does-not-wait': {
    sentence: "Data will be lost if there is no listener when a Socket emits a 'data' event (it is paused until there is one).",
    rules: ['SOCK-17'],
    change: () => wrap.event(Server.prototype, 'connection', function emit(whole, [socket]) { socket.resume(); return whole(socket); }),
    witness: (print) => connect((socket, server) => setTimeout(() => {
      socket.on('data', () => print('data'));
      setTimeout(() => { socket.destroy(); server.close(); }, 5);
    }, 20), (client) => client.end('a')),
  },
  'half-open-by-default': {
    sentence: 'allowHalfOpen: if set to false, then the socket will automatically end the writable side when the readable side ends. Default: false.',
    rules: ['SOCK-6'],
    change: () => wrap.event(Socket.prototype, 'end', function emit(whole) { this.allowHalfOpen = true; return whole(); }),
    witness: (print) => connect((socket, server) => {
      socket.on('finish', () => print('finish')).resume();
      setTimeout(() => { socket.destroy(); server.close(); }, 20);
    }, (client) => client.end()),
  },
  'finish-before-it-is-sent': {
    sentence: "'finish' is emitted after end() has been called, and all data has been flushed to the underlying system.",
    rules: ['SOCK-10'],
    change: () => wrap(Socket.prototype, 'end', (whole) => function end(...args) { this.emit('finish'); return whole.apply(this, args); }),
    witness: (print) => connect((socket, server) => socket.resume().on('end', () => server.close()), (client) => {
      client.on('finish', () => print('finish'));
      client.end('a');
      print('after');
    }),
  },
  'the-callback-of-a-cleared-timeout-stays': {
    sentence: 'socket.setTimeout(): if timeout is 0, then the existing idle timeout is disabled.',
    rules: ['SOCK-14'],
    change: () => wrap(Socket.prototype, 'setTimeout', (whole) => function setTimeout(time, callback) {
      return time === 0 ? whole.call(this, 0) : whole.call(this, time, callback);
    }),
    witness: (print) => {
      const socket = new Socket();
      const callback = () => {};
      print(socket.setTimeout(5, callback).setTimeout(0, callback).listenerCount('timeout'));
    },
  },
  'late-reader-learns-of-the-close-first': {
    sentence: "'end': emitted when the other end of the socket signals the end of transmission; 'close': once the socket is fully closed.",
    rules: ['SOCK-2'],
    change: () => wrap(Socket.prototype, 'emit', (whole) => function emit(event, ...args) {
      if (event !== 'end' || this.destroyed || this.readableFlowing !== false) return whole.call(this, event, ...args);
      this.once('close', () => whole.call(this, 'end')).destroy();
      return true;
    }),
    witness: (print) => connect((socket, server) => {
      socket.on('readable', () => setImmediate(() => socket.read())).on('end', () => print('end')).on('close', () => {
        print('close');
        server.close();
      });
    }, (client) => client.end('a')),
  },
};
