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
};
