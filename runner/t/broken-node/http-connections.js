// http-connections.js - the page on HTTP, broken once more.
'use strict';

const http = require('http');
const wrap = require('./wrap.js');

const { ClientRequest, ServerResponse, OutgoingMessage, IncomingMessage } = http;
// One request to a server of its own: (answer, ask), with the server closed in the end.
const once = (answer, ask) => {
  const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
    request.on('close', () => server.close()).on('error', () => {});
    ask(request);
  });
};

module.exports = {
  'headers-are-sent-from-the-start': {
    sentence: 'response.headersSent: boolean (read-only). True if headers were sent, false otherwise.',
    rules: ['HTTP-11'],
    change: () => Object.defineProperty(OutgoingMessage.prototype, 'headersSent', { get: () => true, configurable: true }),
    witness: (print) => once((q, r) => { print(r.headersSent); r.end(); }, (c) => c.on('response', (m) => m.resume())),
  },
  'complete-from-the-start': {
    sentence: 'message.complete: will be true if a complete HTTP message has been received and successfully parsed.',
    rules: ['HTTP-11'],
    change: () => Object.defineProperty(IncomingMessage.prototype, 'complete', { get: () => true, set() {}, configurable: true }),
    witness: (print) => once((q, r) => { r.write('a'); setTimeout(() => r.end(), 5); }, (c) => c.on('response', (m) => { print(m.complete); m.resume(); })),
  },
  'head-can-be-written-twice': {
    sentence: 'response.writeHead(): this method must only be called once on a message.',
    rules: ['HTTP-11'],
    change: () => wrap(ServerResponse.prototype, 'writeHead', (whole) => function head(...args) { return this.headersSent ? this : whole.apply(this, args); }),
    witness: (print) => once((q, r) => { r.writeHead(200); r.flushHeaders(); try { r.writeHead(200); print('fine'); } catch (e) { print(e.code); } r.end(); }, (c) => c.on('response', (m) => m.resume())),
  },
  'head-is-not-flushed': {
    sentence: 'flushHeaders() flushes the message headers, bypassing the optimization and kickstarting the message.',
    rules: ['HTTP-11'],
    change: () => wrap(OutgoingMessage.prototype, 'flushHeaders', () => function flush() {}),
    witness: (print) => once((q, r) => { r.flushHeaders(); setTimeout(() => { print('end'); r.end(); }, 10); }, (c) => c.on('response', (m) => { print('response'); m.resume(); })),
  },
  'no-information': {
    sentence: "information: emitted when the server sends a 1xx intermediate response.",
    rules: ['HTTP-11'],
    change: () => wrap.event(ClientRequest.prototype, 'information', () => true),
    witness: (print) => once((q, r) => { r.writeProcessing(); r.end(); }, (c) => c.on('information', (i) => print(i.statusCode)).on('response', (m) => m.resume())),
  },
  'upgrade-is-ignored': {
    sentence: "upgrade: emitted each time a client's HTTP upgrade request is received.",
    rules: ['HTTP-11'],
    change: () => wrap.event(http.Server.prototype, 'upgrade', (inTruth, args) => { args[1].destroy(); return true; }),
    witness: (print) => {
      const s = http.createServer().on('upgrade', (q, socket) => { print('upgrade'); socket.destroy(); s.close(); }).listen(0, '127.0.0.1', () => {
        http.get({ port: s.address().port, host: '127.0.0.1', headers: { Connection: 'Upgrade', Upgrade: 'x' } }).on('error', () => s.close());
      });
    },
  },
  'client-errors-are-silent': {
    sentence: "clientError: if a client connection emits an 'error' event, it will be forwarded here.",
    rules: ['HTTP-11'],
    change: () => wrap.event(http.Server.prototype, 'clientError', () => false),
    witness: (print) => {
      const s = http.createServer().on('clientError', (e, socket) => { print(e.code); socket.destroy(); }).listen(0, '127.0.0.1', () => {
        require('net').connect(s.address().port, '127.0.0.1', function connected() { this.end('no\r\n\r\n'); }).on('close', () => s.close()).on('error', () => {}).resume();
      });
    },
  },
  'reused-is-never-told': {
    sentence: 'request.reusedSocket: whether the request is sent through a reused socket.',
    rules: ['HTTP-11'],
    change: () => Object.defineProperty(ClientRequest.prototype, 'reusedSocket', { get: () => false, set() {}, configurable: true }),
    witness: (print) => {
      const agent = new http.Agent({ keepAlive: true });
      const s = http.createServer((q, r) => r.end()).listen(0, '127.0.0.1', () => {
        const ask = (then) => http.get({ port: s.address().port, host: '127.0.0.1', agent }, function got(m) { print(this.reusedSocket); m.resume().on('end', () => setImmediate(then)); });
        ask(() => ask(() => { agent.destroy(); s.close(); }));
      });
    },
  },
  'removed-header-is-sent': {
    sentence: "removeHeader(): removes a header that's queued for implicit sending.",
    rules: ['HTTP-11'],
    change: () => wrap(OutgoingMessage.prototype, 'removeHeader', () => function remove() {}),
    witness: (print) => once((q, r) => { r.setHeader('x', '1'); r.removeHeader('x'); r.end(); }, (c) => c.on('response', (m) => { print(m.headers.x); m.resume(); })),
  },
  'end-callback-at-once': {
    sentence: 'response.end(): if callback is specified, it will be called when the response stream is finished.',
    rules: ['HTTP-11'],
    change: () => wrap(ServerResponse.prototype, 'end', (whole) => function end(...args) {
      const call = typeof args[args.length - 1] === 'function' && args.pop();
      if (call) call();
      return whole.apply(this, args);
    }),
    witness: (print) => once((q, r) => { r.end(() => print('call')); print('returned'); }, (c) => c.on('response', (m) => m.resume())),
  },
  'the-oldest-socket-is-taken': {
    sentence: "scheduling: 'lifo' (default) selects the most recently used socket.",
    rules: ['HTTP-16'],
    change: () => wrap(http, 'Agent', (Whole) => function Agent(options) { return new Whole({ scheduling: 'fifo', ...options }); }),
    witness: (print) => print(new http.Agent().scheduling),
  },
  'no-limit-of-idle-sockets': {
    sentence: 'maxFreeSockets: maximum number of sockets per host to leave open in a free state.',
    rules: ['HTTP-16'],
    change: () => wrap(http, 'Agent', (Whole) => function Agent(options) { return new Whole({ ...options, maxFreeSockets: 256 }); }),
    witness: (print) => print(new http.Agent({ maxFreeSockets: 1 }).maxFreeSockets),
  },
  'no-limit-of-all-sockets': {
    sentence: 'maxTotalSockets: maximum number of sockets allowed for all hosts in total.',
    rules: ['HTTP-16'],
    change: () => wrap(http, 'Agent', (Whole) => function Agent(options) { return new Whole({ ...options, maxTotalSockets: undefined }); }),
    witness: (print) => print(new http.Agent({ maxTotalSockets: 1 }).maxTotalSockets),
  },
  'sockets-in-use-are-spared': {
    sentence: 'agent.destroy(): destroy any sockets that are currently in use by the agent.',
    rules: ['HTTP-16'],
    change: () => wrap(http.Agent.prototype, 'destroy', () => function destroy() {
      for (const name of Object.keys(this.freeSockets)) for (const socket of this.freeSockets[name].slice()) socket.destroy();
    }),
    witness: (print) => {
      const agent = new http.Agent();
      agent.sockets.any = [{ destroy: () => print('destroyed') }];
      agent.destroy();
    },
  },
  'own-error-needs-a-socket': {
    sentence: "If req.destroy() is called before a socket is assigned: 'error' with the error with which req.destroy() was called.",
    rules: ['HTTP-4'],
    change: () => wrap(ClientRequest.prototype, 'destroy', (whole) => function destroy(error) {
      return whole.call(this, this.socket ? error : undefined);
    }),
    witness: (print) => {
      http.get({ port: 1, host: '127.0.0.1' }).on('error', ({ message }) => print(message)).destroy(new Error('own'));
    },
  },
  'free-sockets-hold': {
    sentence: 'Any unused sockets in the pool will be unrefed so as not to keep the Node.js process running.',
    rules: ['HTTP-20'],
    change: () => wrap(http.Agent.prototype, 'keepSocketAlive', (whole) => function keep(socket) {
      const kept = whole.call(this, socket);
      socket.ref();
      return kept;
    }),
    witness: (print) => {
      const agent = new http.Agent({ keepAlive: true });
      const server = http.createServer((request, response) => response.end()).listen(0, '127.0.0.1', () => {
        http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => response.resume());
      });
      server.on('connection', (socket) => { socket.unref(); server.unref(); });
      setTimeout(() => print('held'), 1000).unref();
    },
  },
  'first-callback-of-the-end': {
    sentence: 'response.end(): if callback is specified, it will be called when the response stream is finished.',
    rules: ['HTTP-21'],
    change: () => wrap(OutgoingMessage.prototype, 'end', (whole) => function end(...args) {
      const again = this.writableEnded && typeof args[args.length - 1] === 'function';
      return whole.apply(this, again ? args.slice(0, -1) : args);
    }),
    witness: (print) => once((q, r) => { r.end('x', () => print('first')); r.end(() => print('second')); }, (c) => c.on('response', (m) => m.resume())),
  },
};
