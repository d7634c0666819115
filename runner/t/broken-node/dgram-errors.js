// dgram-errors.js - whom the page on dgram tells of an error, broken.
'use strict';

const dgram = require('dgram');
const wrap = require('./wrap.js');

module.exports = {
  'connect-tells-no-error': {
    sentence: 'callback: called when the connection is completed or on error.',
    rules: ['PACKET-7'],
    change: () => wrap(dgram.Socket.prototype, 'connect', (whole) => function connect(port, address, callback) {
      return whole.call(this, port, address, typeof callback === 'function' ? () => callback() : callback);
    }),
    witness: (print) => {
      const lookup = (host, options, done) => setImmediate(done, host === 'nowhere' ? new Error('no') : null, '127.0.0.1', 4);
      const one = dgram.createSocket({ type: 'udp4', lookup });
      one.connect(9, 'nowhere', (error) => { print(error ? 'error' : 'fine'); one.close(); });
    },
  },
  'connect-error-is-an-event-too': {
    sentence: "In case of failure, the callback is called or, failing this, an 'error' event is emitted.",
    rules: ['PACKET-7'],
    change: () => wrap(dgram.Socket.prototype, 'connect', (whole) => function connect(port, address, callback) {
      return whole.call(this, port, address, typeof callback === 'function' ? (error) => { callback(error); if (error) setImmediate(() => this.emit('error', error)); } : callback);
    }),
    witness: (print) => {
      const lookup = (host, options, done) => setImmediate(done, host === 'nowhere' ? new Error('no') : null, '127.0.0.1', 4);
      const one = dgram.createSocket({ type: 'udp4', lookup }).on('error', () => { print('event'); one.close(); });
      one.connect(9, 'nowhere', () => { print('callback'); setTimeout(() => print('later'), 20); });
      setTimeout(() => one.close(), 50).unref();
    },
  },
  'unref-before-bind-is-forgotten': {
    sentence: 'The socket.unref() method can be used to exclude the socket from the reference counting that keeps the Node.js process active.',
    rules: ['PACKET-4'],
    change: () => {
      const bound = new WeakSet();
      wrap(dgram.Socket.prototype, 'bind', (whole) => function bind(...args) { bound.add(this); return whole.apply(this, args); });
      wrap(dgram.Socket.prototype, 'unref', (whole) => function unref() { return bound.has(this) ? whole.call(this) : this; });
    },
    witness: (print) => {
      const one = dgram.createSocket('udp4');
      one.unref();
      one.bind(0);
      setTimeout(() => { print('later'); one.close(); }, 50).unref();
    },
  },
};
