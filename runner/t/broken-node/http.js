// http.js - the page on HTTP, broken: the order of a request's and a response's events, agents, servers.
'use strict';

const http = require('http');
const wrap = require('./wrap.js');

const { Agent, ClientRequest, IncomingMessage, Server, ServerResponse } = http;
const late = (proto, name) => wrap.event(proto, name, (whole, args) => { setTimeout(whole, 20, ...args); return true; });
const serve = (listener, use) => {
  const server = http.createServer((request, response) => listener(request, response, server));
  server.listen(0, '127.0.0.1', () => use({ port: server.address().port, host: '127.0.0.1', agent: false }, server));
  return server;
};
const plain = (request, response, server) => { response.end('a'); server.close(); };
const noticed = (print, request, ...names) => { for (const name of names) request.on(name, () => print(name)); return request; };

module.exports = {
  'socket-after-the-response': {
    sentence: "In a successful request, the following events will be emitted in the following order: 'socket', 'response', ...",
    rules: ['HTTP-1'],
    // In virtual time no delay is long enough to wait for an answer.
    change: () => {
      const held = new WeakMap();
      wrap.event(ClientRequest.prototype, 'socket', function keep(emit, args) {
        held.set(this, () => emit(...args));
        return true;
      });
      wrap.event(ClientRequest.prototype, 'response', function release(emit, args) {
        const answer = emit(...args);
        held.get(this)();
        return answer;
      });
    },
    witness: (print) => serve(plain, (options) => noticed(print, http.get(options, (response) => response.resume()), 'socket', 'response')),
  },
  'close-before-the-end': {
    sentence: "'end' on the res object, then 'close'.",
    rules: ['HTTP-1'],
    change: () => late(IncomingMessage.prototype, 'end'),
    witness: (print) => serve(plain, (options) => noticed(print, http.get(options, (response) => response.resume().on('end', () => print('end'))), 'close')),
  },
  'no-close-of-a-request': {
    sentence: "'close': indicates that the request is completed, or its underlying connection was terminated prematurely.",
    rules: ['HTTP-1', 'HTTP-2'],
    change: () => wrap.event(ClientRequest.prototype, 'close', () => true),
    witness: (print) => serve(plain, (options) => noticed(print, http.get(options, (response) => response.resume()), 'close')),
  },
  'finish-of-a-response-is-missing': {
    sentence: "Event 'finish': emitted when the response has been sent.",
    rules: ['HTTP-1'],
    change: () => wrap.event(ServerResponse.prototype, 'finish', () => true),
    witness: (print) => serve((request, response, server) => { noticed(print, response, 'finish'); plain(request, response, server); },
      (options) => http.get(options, (response) => response.resume())),
  },
  'no-close-of-a-response-whose-client-left': {
    sentence: "Event 'close': indicates that the response is completed, or its underlying connection was terminated prematurely.",
    rules: ['HTTP-12'],
    change: () => wrap.event(ServerResponse.prototype, 'close', function close(whole) { return this.finished && whole(); }),
    witness: (print) => {
      let client;
      serve((request, response) => {
        response.on('close', () => { print('close'); process.exit(); });
        client.on('error', () => setTimeout(process.exit, 100)).destroy();
      }, (options) => { client = http.get(options); });
    },
  },
  'close-of-a-response-before-finish': {
    sentence: "Event 'close': indicates that the response is completed (after 'finish').",
    rules: ['HTTP-1'],
    change: () => late(ServerResponse.prototype, 'finish'),
    witness: (print) => serve((request, response, server) => { noticed(print, response, 'finish', 'close'); plain(request, response, server); },
      (options) => http.get(options, (response) => response.resume())),
  },
  'error-after-close': {
    sentence: "In the case of a premature connection close before the response is received: 'socket', 'error', 'close'.",
    rules: ['HTTP-2'],
    change: () => late(ClientRequest.prototype, 'error'),
    witness: (print) => serve((request, response, server) => { request.socket.destroy(); server.close(); },
      (options) => noticed(print, http.get(options), 'error', 'close')),
  },
  'hang-up-has-no-code': {
    sentence: "'error' with an error with message 'Error: socket hang up' and code 'ECONNRESET'.",
    rules: ['HTTP-2'],
    change: () => wrap.event(ClientRequest.prototype, 'error', (whole, [error]) => { if (error.code === 'ECONNRESET') error.code = 'EPIPE'; return whole(error); }),
    witness: (print) => serve((request, response, server) => { request.socket.destroy(); server.close(); },
      (options) => http.get(options).on('error', ({ code }) => print(code))),
  },
  'aborted-is-not-told': {
    sentence: "In the case of a premature connection close after the response is received: 'aborted' on the res object.",
    rules: ['HTTP-3'],
    change: () => wrap.event(IncomingMessage.prototype, 'aborted', () => true),
    witness: (print) => serve((request, response, server) => { response.write('a'); setTimeout(() => { response.socket.destroy(); server.close(); }, 5); },
      (options) => http.get(options, (response) => noticed(print, response.resume().on('error', () => {}), 'aborted'))),
  },
  'cut-short-ends-well': {
    sentence: "'error' on the res object with an error with message 'Error: aborted' and code 'ECONNRESET'.",
    rules: ['HTTP-3'],
    change: () => wrap.event(IncomingMessage.prototype, 'error', function emit() { return this.emit('end'); }),
    witness: (print) => serve((request, response, server) => { response.write('a'); setTimeout(() => { response.socket.destroy(); server.close(); }, 5); },
      (options) => http.get(options, (response) => noticed(print, response.resume().on('error', () => {}), 'end'))),
  },
  'destroyed-without-an-error': {
    sentence: "If req.destroy() is called before a socket is assigned: 'error' with code 'ECONNRESET', or the error with which req.destroy() was called; 'close'.",
    rules: ['HTTP-4'],
    change: () => wrap.event(ClientRequest.prototype, 'error', function emit(whole, args) { return this.destroyed && !this.socket ? true : whole(...args); }),
    witness: (print) => { noticed(print, http.get({ port: 1, host: '127.0.0.1', agent: false }), 'error').destroy(); },
  },
  'destroyed-within-the-call': {
    sentence: '(req.destroy() called here), then error: after the call.',
    rules: ['HTTP-4'],
    change: () => wrap(ClientRequest.prototype, 'destroy', (whole) => function destroy(error) {
      if (!this.destroyed && !this.told) { this.told = true; this.emit('error', error || Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })); }
      return whole.call(this, error);
    }),
    witness: (print) => { noticed(print, http.get({ port: 1, host: '127.0.0.1', agent: false }), 'error').destroy(); print('after'); },
  },
  'own-error-is-replaced': {
    sentence: 'or the error with which req.destroy() was called.',
    rules: ['HTTP-4'],
    change: () => wrap(ClientRequest.prototype, 'destroy', (whole) => function destroy() { return whole.call(this); }),
    witness: (print) => { http.get({ port: 1, host: '127.0.0.1', agent: false }).on('error', ({ message }) => print(message)).destroy(new Error('own')); },
  },
  'signal-of-a-request-is-ignored': {
    sentence: "Passing an AbortSignal and then calling abort() will behave the same way as calling .destroy() on the request.",
    rules: ['HTTP-4'],
    change: () => wrap(http, 'get', (whole) => (options, ...rest) => whole(options.signal ? { ...options, signal: undefined } : options, ...rest)),
    witness: (print) => {
      const controller = new AbortController();
      serve((request, response, server) => { controller.abort(); setTimeout(plain, 5, request, response, server); },
        (options) => http.get({ ...options, signal: controller.signal }, (response) => response.resume()).on('error', ({ name }) => print(name)));
    },
  },
  'headers-can-be-set-late': {
    sentence: 'setHeader() throws if the headers have already been sent.',
    rules: ['HTTP-5'],
    change: () => wrap(http.OutgoingMessage.prototype, 'setHeader', (whole) => function setHeader(...args) { return this.headersSent ? this : whole.apply(this, args); }),
    witness: (print) => serve((request, response, server) => {
      response.write('a');
      try { response.setHeader('a', '1'); print('set'); } catch (error) { print('thrown'); }
      response.end();
      server.close();
    }, (options) => http.get(options, (response) => response.resume())),
  },
  'headers-sent-is-not-told': {
    sentence: 'headersSent: true if headers were sent, false otherwise.',
    rules: ['HTTP-5'],
    change: () => Object.defineProperty(http.OutgoingMessage.prototype, 'headersSent', { get: () => false, configurable: true }),
    witness: (print) => serve((request, response, server) => { response.write('a'); print(response.headersSent); response.end(); server.close(); },
      (options) => http.get(options, (response) => response.resume())),
  },
  'continue-comes-with-the-response': {
    sentence: "Event 'continue': emitted when the server sends a '100 Continue' HTTP response.",
    rules: ['HTTP-6'],
    change: () => wrap(ServerResponse.prototype, 'writeContinue', () => function writeContinue() {}),
    witness: (print) => serve(() => {}, (options, server) => {
      server.on('checkContinue', (request, response) => { response.writeContinue(); setTimeout(plain, 5, request, response, server); });
      const request = http.request({ ...options, headers: { Expect: '100-continue' } }, (response) => response.resume());
      noticed(print, request, 'continue').flushHeaders();
      request.end();
    }),
  },
  'check-continue-is-a-request': {
    sentence: "When the 'checkContinue' event is emitted and handled, the 'request' event will not be emitted.",
    rules: ['HTTP-6'],
    change: () => wrap.event(Server.prototype, 'checkContinue', function emit(whole, args) { whole(...args); return this.emit('request', ...args); }),
    witness: (print) => serve(() => print('request'), (options, server) => {
      server.on('checkContinue', (request, response) => setTimeout(plain, 5, request, response, server));
      http.request({ ...options, headers: { Expect: '100-continue' } }, (response) => response.resume()).end();
    }),
  },
  'agent-has-no-limit': {
    sentence: 'maxSockets: maximum number of sockets to allow per host. If the host attempts to open more connections than maxSockets, the additional requests will enter into a pending request queue.',
    rules: ['HTTP-7'],
    change: () => wrap(Agent.prototype, 'addRequest', (whole) => function addRequest(...args) { this.maxSockets = Infinity; return whole.apply(this, args); }),
    witness: (print) => {
      let left = 2;
      const agent = new Agent({ maxSockets: 1 });
      serve((request, response, server) => { print('request'); setTimeout(() => { print('answer'); response.end(); if (!--left) server.close(); }, 5); }, (options) => {
        for (let i = 0; i < 2; i++) http.get({ ...options, agent }, (response) => response.resume());
      });
    },
  },
  'waiting-requests-last-first': {
    sentence: 'The additional requests will enter into a pending request queue, and will enter active connection state when an existing connection terminates (in their order).',
    rules: ['HTTP-7'],
    change: () => wrap(Agent.prototype, 'addRequest', (whole) => function addRequest(...args) {
      whole.apply(this, args);
      for (const waiting of Object.values(this.requests)) if (waiting.length > 1) waiting.unshift(waiting.pop());
    }),
    witness: (print) => {
      let left = 3;
      const agent = new Agent({ maxSockets: 1 });
      serve((request, response, server) => { print(request.url); setTimeout(() => { response.end(); if (!--left) server.close(); }, 5); }, (options) => {
        for (let i = 0; i < 3; i++) http.get({ ...options, agent, path: `/${i}` }, (response) => response.resume());
      });
    },
  },
  'kept-alive-sockets-are-not-reused': {
    sentence: 'keepAlive: keep sockets around even when there are no outstanding requests, so they can be used for future requests without having to reestablish a TCP connection.',
    rules: ['HTTP-7'],
    change: () => wrap(Agent.prototype, 'addRequest', (whole) => function addRequest(request, ...rest) {
      request.shouldKeepAlive = false;
      this.keepAlive = false;
      return whole.call(this, request, ...rest);
    }),
    witness: (print) => {
      let left = 2;
      const agent = new Agent({ maxSockets: 1, keepAlive: true });
      serve((request, response, server) => { response.end(); if (!--left) { server.close(); agent.destroy(); } }, (options) => {
        for (let i = 0; i < 2; i++) http.get({ ...options, agent }, (response) => response.resume());
      }).on('connection', () => print('connection'));
    },
  },
  'timeout-destroys-the-request': {
    sentence: "Setting the timeout option or using the setTimeout() function will not abort the request or do anything besides add a 'timeout' event.",
    rules: ['HTTP-8'],
    change: () => wrap.event(ClientRequest.prototype, 'timeout', function emit(whole) { whole(); this.destroy(); return true; }),
    witness: (print) => serve((request, response, server) => setTimeout(plain, 30, request, response, server),
      (options) => noticed(print, http.get({ ...options, timeout: 5 }, (response) => response.resume()), 'response', 'error')),
  },
  'closing-all-closes-none': {
    sentence: 'closeAllConnections(): closes all established HTTP(S) connections connected to this server, including active connections.',
    rules: ['HTTP-9'],
    change: () => wrap(Server.prototype, 'closeAllConnections', () => () => {}),
    witness: (print) => serve((request, response, server) => {
      server.closeAllConnections();
      setTimeout(plain, 20, request, response, server);
    }, (options) => http.get(options, (response) => response.resume()).on('error', ({ code }) => print(code))),
  },
  'closing-a-server-closes-all': {
    sentence: 'server.close(): stops the server from accepting new connections and closes all connections connected to this server which are not sending a request or waiting for a response.',
    rules: ['HTTP-9'],
    change: () => wrap(Server.prototype, 'close', (whole) => function close(...args) { whole.apply(this, args); this.closeAllConnections(); return this; }),
    witness: (print) => serve((request, response, server) => { server.close(); setTimeout(() => response.end(), 10); },
      (options) => noticed(print, http.get(options, (response) => response.resume()), 'response', 'error')),
  },
  'signal-is-never-aborted': {
    sentence: 'message.signal: an AbortSignal that is aborted when the message is destroyed before completion or when its underlying socket closes.',
    rules: ['HTTP-19'],
    change: () => {
      const signals = new WeakMap();
      wrap.property(http.IncomingMessage.prototype, 'signal', function signal() {
        if (!signals.has(this)) signals.set(this, new AbortController().signal);
        return signals.get(this);
      });
    },
    witness: (print) => serve((request, response, server) => {
      request.signal.addEventListener('abort', () => print('abort'));
      request.on('close', () => server.close());
    }, (options) => { const request = http.get(options).on('error', () => {}); setTimeout(() => request.destroy(), 20); }),
  },
};
