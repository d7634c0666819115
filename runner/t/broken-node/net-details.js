// net-details.js - listeners, buffers and resets of the page on net, broken.
'use strict';

const net = require('net');
const wrap = require('./wrap.js');

module.exports = {
  'listening-callback-comes-last': {
    sentence: "The last parameter callback will be added as a listener for the 'listening' event.",
    rules: ['SOCK-1'],
    change: () => wrap(net.Server.prototype, 'listen', (whole) => function listen(...args) {
      const callback = args[args.length - 1];
      if (typeof callback === 'function') args[args.length - 1] = function last() { process.nextTick(() => callback.call(this)); };
      return whole.apply(this, args);
    }),
    witness: (print) => {
      const server = net.createServer().listen(0, () => { print('bound'); server.close(); });
      server.on('listening', () => print('listening'));
    },
  },
  'own-buffer-is-never-full': {
    sentence: 'Return false from this function to implicitly pause() the socket.',
    rules: ['SOCK-20'],
    change: () => wrap(net, 'connect', (whole) => function connect(options, ...rest) {
      const { onread } = options;
      return whole(onread ? { ...options, onread: { ...onread, callback: (...args) => { onread.callback(...args); } } } : options, ...rest);
    }),
    witness: (print) => {
      const server = net.createServer((accepted) => { accepted.write('a'); setTimeout(() => accepted.end('b'), 5); server.close(); });
      server.listen(0, '127.0.0.1', () => {
        const callback = () => { print('read'); return false; };
        const one = net.connect({ port: server.address().port, host: '127.0.0.1', onread: { buffer: Buffer.alloc(8), callback } });
        one.on('error', () => {});
        setTimeout(() => one.destroy(), 50);
      });
    },
  },
  'reset-of-nothing-is-no-error': {
    sentence: 'Otherwise, it will call socket.destroy with an ERR_SOCKET_CLOSED Error.',
    rules: ['SOCK-16'],
    change: () => wrap(net.Socket.prototype, 'resetAndDestroy', (whole) => function resetAndDestroy() {
      return this._handle ? whole.call(this) : this.destroy();
    }),
    witness: (print) => new net.Socket().on('error', ({ code }) => print(code)).resetAndDestroy(),
  },
  'a-write-before-the-end-is-fine': {
    sentence: 'If an error occurs, the callback will be called with the error as its first argument.',
    rules: ['SOCK-21'],
    change: () => wrap(net.Socket.prototype, '_write', (whole) => function written(data, encoding, done) {
      return whole.call(this, data, encoding, (error) => done(error && error.code.endsWith('BEFORE_CONNECTION') ? null : error));
    }),
    witness: (print) => {
      const one = net.connect({ host: 'localhost', port: 1, lookup() {} });
      one.write('a', (error) => print(error ? error.code : 'fine'));
      one.destroy();
    },
  },
  'destroyed-soon-means-later': {
    sentence: "If the 'finish' event was already emitted the socket is destroyed immediately.",
    rules: ['SOCK-21'],
    change: () => wrap(net.Socket.prototype, 'destroySoon', (whole) => function destroySoon() { setImmediate(() => whole.call(this)); }),
    witness: (print) => {
      const one = new net.Socket();
      one.end(() => { one.destroySoon(); print(one.destroyed); });
    },
  },
};
