// net-holds.js - the page on net, broken in what holds the process and in when a socket is over.
'use strict';

const net = require('net');
const program = require('./program.js');
const wrap = require('./wrap.js');

const sockets = net.Socket.prototype;
const servers = net.Server.prototype;
const holdAgain = function holdAgain(emit, args) {
  emit(...args);
  this.ref();
  return true;
};
const later = (emit, args) => { setTimeout(emit, 30, ...args); return true; };
const connected = (act) => (print) => {
  const server = net.createServer((socket) => socket.on('timeout', () => print('timeout')).resume()).listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, '127.0.0.1', () => act(socket, print));
    socket.on('close', () => server.close()).resume();
  });
};

module.exports = {
  'connected-it-holds': {
    sentence: 'socket.unref(): calling unref() on a socket will allow the program to exit if this is the only active socket in the event system.',
    rules: ['SOCK-12'],
    change: () => wrap.event(sockets, 'connect', holdAgain),
    witness: program('sockets/unref-before-it-connects'),
  },
  'listening-it-holds': {
    sentence: 'server.unref(): calling unref() on a server will allow the program to exit if this is the only active server in the event system.',
    rules: ['SOCK-12'],
    change: () => wrap.event(servers, 'listening', holdAgain),
    witness: program('sockets/unref-before-it-connects'),
  },
  'ref-of-a-socket-does-nothing': {
    sentence: 'socket.ref(): opposite of unref(), calling ref() on a previously unrefed socket will not let the program exit if it is the only socket left.',
    rules: ['SOCK-12'],
    change: () => wrap(sockets, 'ref', () => function ref() { return this; }),
    witness: program('sockets/ref-holds-again'),
  },
  'idle-by-default': {
    sentence: 'setTimeout(): by default net.Socket do not have a timeout.',
    rules: ['SOCK-5'],
    change: () => wrap.event(servers, 'connection', (emit, [socket]) => emit(socket.setTimeout(50))),
    witness: connected((socket) => setTimeout(() => socket.end(), 100)),
  },
  'ended-within-the-call': {
    sentence: 'socket.end([data][, callback]): callback for when the socket is finished.',
    rules: ['SOCK-10'],
    change: () => wrap(sockets, 'end', (whole) => function end(data, callback) {
      if (typeof callback !== 'function') return whole.call(this, data, callback);
      whole.call(this, data);
      callback();
      return this;
    }),
    witness: connected((socket, print) => { socket.end('x', () => print('ended')); print('called'); }),
  },
  'server-closes-late': {
    sentence: "server.close(): the server is finally closed when all connections are ended and the server emits a 'close' event.",
    rules: ['SOCK-1'],
    change: () => wrap.event(servers, 'close', later),
    witness: program('sockets/closes-without-delay'),
  },
  'close-is-late-after-an-error': {
    sentence: "socket 'error': the 'close' event will be called directly following this event.",
    rules: ['SOCK-4'],
    change: () => wrap.event(sockets, 'close', (emit, args) => (args[0] ? later(emit, args) : emit(...args))),
    witness: program('sockets/closes-without-delay'),
  },
  'pipes-are-reset': {
    sentence: 'resetAndDestroy(): if the socket is not a TCP socket (for example, a pipe), calling this method will immediately throw an ERR_INVALID_HANDLE_TYPE Error.',
    rules: ['SOCK-16'],
    change: () => wrap(sockets, 'resetAndDestroy', () => function resetAndDestroy() { return this.destroy(); }),
    witness: program('sockets/reset-of-a-pipe'),
  },
};
