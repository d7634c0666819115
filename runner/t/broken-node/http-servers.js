// http-servers.js - the page on HTTP: what a server does by itself, and what a request tells, broken.
'use strict';

const http = require('http');
const net = require('net');
const wrap = require('./wrap.js');

const { ClientRequest, ServerResponse, OutgoingMessage } = http;
const proto = http.Server.prototype;
// A server, and a client that has sent this text to it.
const ask = (print, text, answer, made = () => {}) => {
  const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => client.write(text));
    client.on('data', (data) => print(String(data).slice(9, 12))).on('error', () => {}).on('close', () => { print('closed'); server.close(); });
    setTimeout(() => { print('later'); client.destroy(); }, 200);
  });
  made(server);
};
// A request to a server of its own.
const once = (answer, use, options = {}) => {
  const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
    const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, ...options });
    use(request, server);
    request.on('close', () => server.close()).on('error', () => {});
  });
};
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

module.exports = {
  'idle-connections-stay': {
    sentence: "If no 'timeout' listener is added to the request, the response, or the server, then sockets are destroyed when they time out.",
    rules: ['HTTP-13'],
    change: () => wrap.event(proto, 'timeout', () => true),
    witness: (print) => ask(print, get, () => {}, (server) => { server.timeout = 50; }),
  },
  'timed-out-whoever-listens': {
    sentence: "If a callback is assigned to the server's 'timeout' event, timeouts must be handled explicitly.",
    rules: ['HTTP-13'],
    change: () => wrap.event(proto, 'timeout', (inTruth, args) => { inTruth(...args); return false; }),
    witness: (print) => ask(print, get, () => {}, (server) => server.setTimeout(50, () => print('timeout'))),
  },
  'timeout-without-the-socket': {
    sentence: "server.setTimeout(): emits a 'timeout' event on the Server object, passing the socket as an argument.",
    rules: ['HTTP-13'],
    change: () => wrap.event(proto, 'timeout', (inTruth) => inTruth()),
    witness: (print) => ask(print, get, () => {}, (server) => server.setTimeout(50, (socket) => print(typeof socket))),
  },
  'response-is-not-told-of-the-time': {
    sentence: "response.setTimeout(): if a callback is provided, then it is added as a listener on the 'timeout' event on the response object.",
    rules: ['HTTP-13'],
    change: () => wrap(ServerResponse.prototype, 'setTimeout', (whole) => function time(after) { return whole.call(this, after); }),
    witness: (print) => ask(print, get, (request, response) => response.setTimeout(50, () => print('timeout'))),
  },
  'late-requests-are-only-wrong': {
    sentence: 'headersTimeout: if the timeout expires, the server responds with status 408 and then closes the connection.',
    rules: ['HTTP-13'],
    change: () => wrap.event(proto, 'clientError', (inTruth, [error, socket]) => {
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return inTruth(error, socket);
      socket.end('HTTP/1.1 400 x\r\n\r\n');
      return true;
    }),
    witness: (print) => {
      const server = http.createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 }).listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1', function connected() { this.write('GET'); }).on('data', (data) => print(String(data).slice(9, 12))).on('close', () => server.close());
      });
    },
  },
  'refused-with-another-status': {
    sentence: "checkExpectation: if this event is not listened for, the server will automatically respond with a 417 Expectation Failed.",
    rules: ['HTTP-14'],
    change: () => wrap(ServerResponse.prototype, 'writeHead', (whole) => function head(status, ...rest) { return whole.call(this, status === 417 ? 400 : status, ...rest); }),
    witness: (print) => ask(print, get.replace('\r\n\r\n', '\r\nExpect: x\r\n\r\n')),
  },
  'dropped-without-the-socket': {
    sentence: "dropRequest: when the number of requests on a socket reaches the threshold of maxRequestsPerSocket, it will drop new requests; arguments: request, socket.",
    rules: ['HTTP-14'],
    change: () => wrap.event(proto, 'dropRequest', (inTruth, [request]) => inTruth(request)),
    witness: (print) => ask(print, get + get, (request, response) => response.end(), (server) => {
      server.maxRequestsPerSocket = 1;
      server.on('dropRequest', (request, socket) => print(typeof socket));
    }),
  },
  'tunnel-without-its-head': {
    sentence: "connect: the first packet of the tunneling stream is given (may be empty).",
    rules: ['HTTP-14'],
    change: () => wrap.event(proto, 'connect', (inTruth, [request, socket]) => inTruth(request, socket, Buffer.alloc(0))),
    witness: (print) => ask(print, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nhead', () => {}, (server) => server.on('connect', (request, socket, head) => { print(head); socket.destroy(); })),
  },
  'hints-without-callback': {
    sentence: 'writeEarlyHints(): the optional callback argument will be called when the response message has been written.',
    rules: ['HTTP-14'],
    change: () => wrap(ServerResponse.prototype, 'writeEarlyHints', (whole) => function hint(hints) { return whole.call(this, hints); }),
    witness: (print) => ask(print, get, (request, response) => response.writeEarlyHints({ link: '</a>; rel=preload' }, () => print('hinted'))),
  },
  'idle-connections-are-not-closed': {
    sentence: 'closeIdleConnections(): closes all connections which are not sending a request or waiting for a response.',
    rules: ['HTTP-14'],
    change: () => wrap(proto, 'closeIdleConnections', () => function idle() {}),
    witness: (print) => {
      let server;
      ask(print, get, (request, response) => { response.end(); setTimeout(() => server.closeIdleConnections(), 20); }, (made) => { server = made; });
    },
  },
  'unwanted-answer-is-kept': {
    sentence: "If no 'response' handler is added, the response will be entirely discarded.",
    rules: ['HTTP-15'],
    change: () => wrap.event(ClientRequest.prototype, 'response', (inTruth, args) => { inTruth(...args); return true; }),
    witness: (print) => once((request, response) => response.end('a'), (request, server) => {
      request.on('close', () => print('close')).end();
      setTimeout(() => { print('later'); server.closeAllConnections(); }, 50);
    }, { agent: new http.Agent({ keepAlive: true }) }),
  },
  'information-without-its-head': {
    sentence: "information: listeners of this event will receive an object containing the raw header names followed by their respective values.",
    rules: ['HTTP-15'],
    change: () => wrap.event(ClientRequest.prototype, 'information', (inTruth, [{ rawHeaders, ...rest }]) => inTruth({ ...rest, rawHeaders: [] })),
    witness: (print) => once((request, response) => { response.writeEarlyHints({ link: '</a>; rel=preload' }); response.end(); }, (request) => {
      request.on('information', ({ rawHeaders }) => print(rawHeaders)).on('response', (message) => message.resume()).end();
    }),
  },
  'drain-is-not-told': {
    sentence: "outgoingMessage event 'drain': emitted when the buffer of the message is free again.",
    rules: ['HTTP-15'],
    change: () => wrap.event(ClientRequest.prototype, 'drain', () => true),
    witness: (print) => once((request, response) => request.resume().on('end', () => response.end()), (request) => {
      request.on('response', (message) => message.resume()).on('drain', () => print('drain'));
      request.write(Buffer.alloc(1 << 22), () => request.end());
    }, { method: 'POST' }),
  },
  'written-after-the-end': {
    sentence: 'outgoingMessage.end(): finishes the outgoing message.',
    rules: ['HTTP-15'],
    change: () => wrap(OutgoingMessage.prototype, 'write', (whole) => function write(...args) {
      if (!this.writableEnded) return whole.apply(this, args);
      const call = args[args.length - 1];
      if (typeof call === 'function') process.nextTick(call);
      return true;
    }),
    witness: (print) => once((request, response) => response.end(), (request) => {
      request.on('response', (message) => message.resume()).end();
      request.write('a', (error) => print(error));
    }, { method: 'POST' }),
  },
  'abort-is-told-each-time': {
    sentence: "abort: emitted when the request has been aborted by the client. This event is only emitted on the first call to abort().",
    rules: ['HTTP-15'],
    change: () => wrap(ClientRequest.prototype, 'abort', (whole) => function abort() { const again = this.aborted; whole.call(this); if (again) this.emit('abort'); }),
    witness: (print) => once(() => {}, (request) => { request.on('abort', () => print('abort')).end(); request.abort(); request.abort(); }),
  },
  'idle-ones-are-closed-later': {
    sentence: 'server.close(): the method closes idle connections before returning.',
    rules: ['HTTP-17'],
    change: () => wrap(proto, 'closeIdleConnections', (whole) => function idle() { setImmediate(() => whole.call(this)); }),
    witness: (print) => {
      let server;
      let socket;
      ask(print, get, (request, response) => { socket = request.socket; response.end(); setTimeout(() => { server.close(); print(socket.destroyed); }, 20); }, (made) => { server = made; });
    },
  },
  'those-that-send-are-not-closed': {
    sentence: 'closeAllConnections(): closes all established HTTP(S) connections connected to this server, including active connections which are sending a request.',
    rules: ['HTTP-17'],
    change: () => wrap(proto, 'closeAllConnections', () => function all() { this.closeIdleConnections(); }),
    witness: (print) => {
      let server;
      ask(print, 'GET / HT', () => {}, (made) => { server = made; });
      setTimeout(() => server.closeAllConnections(), 50);
    },
  },
  'no-time-for-the-buffer': {
    sentence: 'keepAliveTimeoutBuffer: an additional buffer time added to the keepAliveTimeout to extend the internal socket timeout.',
    rules: ['HTTP-18'],
    change: () => wrap(net.Socket.prototype, 'setTimeout', (whole) => function time(after, ...rest) { return whole.call(this, this.server instanceof http.Server && this.server.keepAliveTimeout < after ? this.server.keepAliveTimeout : after, ...rest); }),
    witness: (print) => ask(print, get, (request, response) => response.end(), (server) => { server.keepAliveTimeout = 100; server.keepAliveTimeoutBuffer = 500; }),
  },
};
