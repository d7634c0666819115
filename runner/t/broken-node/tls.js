// tls.js - the page on TLS, broken.
'use strict';

const program = require('./program.js');
const tls = require('tls');
const wrap = require('./wrap.js');

const witness = program('sockets/secured');

module.exports = {
  'secured-before-the-handshake': {
    sentence: "'secureConnect' is emitted after the handshaking process for a new connection has successfully completed.",
    rules: ['SOCK-23'],
    change: () => wrap(tls.TLSSocket.prototype, 'emit', (whole) => function emit(event, ...args) {
      if (event === 'secureConnect' && this.early) return true;
      const result = whole.call(this, event, ...args);
      if (event === 'connect') { this.early = true; whole.call(this, 'secureConnect'); }
      return result;
    }),
    witness,
  },
  'anybody-is-trusted': {
    sentence: 'rejectUnauthorized: if not false, the server certificate is verified against the list of supplied CAs.',
    rules: ['SOCK-23'],
    change: () => wrap(tls, 'connect', (whole) => (options, ...more) => whole({ ...options, rejectUnauthorized: false }, ...more)),
    witness,
  },
  'a-failed-handshake-is-told-to-nobody': {
    sentence: "'tlsClientError' is emitted when an error occurs before a secure connection is established.",
    rules: ['SOCK-23'],
    change: () => wrap.event(tls.Server.prototype, 'tlsClientError', () => false),
    witness,
  },
};
