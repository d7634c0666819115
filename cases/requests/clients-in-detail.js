// title "what a request tells of its writes, its time and its end, and what becomes of an answer that nobody wants"
// rules HTTP-15
// layer node

const http = require('http');
const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  // Let `ask` make a request to this server, and go on when the request has closed.
  const exchange = (answer, ask, next, options = {}) => {
    const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
      const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, ...options });
      request.on('close', () => { log('close'); server.close(() => next()); });
      ask(request);
    });
  };
  // As exchange(), but the server writes this text whatever it is asked.
  const told = (text, ask, next, options = {}) => {
    const server = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(text)).resume()).listen(0, '127.0.0.1', () => {
      const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, ...options });
      request.on('close', () => { log('close'); request.socket.destroy(); server.close(() => next()); });
      ask(request);
    });
  };
  const end = (request, response) => response.end('answer');
  const parts = [
    function unwanted(next) {
      // The connection would be kept alive, so nothing but the end of the answer ends the request.
      const agent = new http.Agent({ keepAlive: true });
      const late = setTimeout(() => log('late'), 500);
      exchange(end, (request) => request.on('finish', () => log('finish')).on('close', () => { clearTimeout(late); agent.destroy(); }).end(), next, { agent });
    },
    function upgradeUnwanted(next) {
      told('HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n', (request) => {
        request.on('response', () => log('no-response')).on('error', ({ code }) => log(code)).end();
      }, next, { headers: { Connection: 'Upgrade', Upgrade: 'other' } });
    },
    function informed(next) {
      told('HTTP/1.1 100 Go\r\nX-A: 1\r\n\r\nHTTP/1.1 103 Hints\r\nX-A: 2\r\n\r\nHTTP/1.1 200 x\r\nContent-Length: 0\r\n\r\n', (request) => {
        request.on('continue', () => log('continue')).on('information', ({ statusCode, statusMessage, httpVersion, headers, rawHeaders }) => {
          log(`${statusMessage}-${httpVersion}-${headers['x-a']}-${rawHeaders.join('-')}`, statusCode);
        });
        request.on('response', (message) => { log('response', message.statusCode); message.resume(); }).end();
      }, next);
    },
    function timed(next) {
      exchange((request, response) => setTimeout(() => response.end(), 300), (request) => {
        log('same', Number(request.setTimeout(100, () => log('called')) === request));
        log('listeners', request.listenerCount('timeout'));
        request.on('timeout', () => log('timeout'));
        request.on('response', (message) => message.resume()).end();
        setTimeout(() => log('later'), 200);
      }, next);
    },
    function timedByAnOption(next) {
      exchange((request, response) => setTimeout(() => response.end(), 300), (request) => {
        request.on('timeout', () => { log('timeout'); request.destroy(); }).on('error', ({ code }) => log(code)).end();
      }, next, { timeout: 100 });
    },
    function answerTimed(next) {
      exchange((request, response) => { response.write('a'); setTimeout(() => response.end(), 300); }, (request) => {
        request.on('response', (message) => { log('same', Number(message.setTimeout(100, () => log('called')) === message)); message.resume(); }).end();
        setTimeout(() => log('later'), 200);
      }, next);
    },
    function written(next) {
      exchange((request, response) => request.resume().on('end', () => response.end()), (request) => {
        request.on('response', (message) => message.resume()).on('prefinish', () => log('prefinish')).on('finish', () => log('finish', Number(request.writableFinished)));
        log('small', Number(request.write('a')));
        log('large', Number(request.write(Buffer.alloc(1 << 22), () => log('written'))));
        log('needs-drain', Number(request.writableNeedDrain));
        request.once('drain', () => {
          log('drain', request.writableLength);
          log('same', Number(request.end('z', () => log('ended')) === request));
          log('ended', Number(request.writableEnded));
        });
      }, next, { method: 'POST' });
    },
    function writtenAfterTheEnd(next) {
      exchange(end, (request) => {
        request.on('response', (message) => message.resume()).on('error', ({ code }) => log(`error-${code}`)).end();
        request.write('late', (error) => log(`callback-${error && error.code}`));
        log('later');
      }, next, { method: 'POST' });
    },
    function piped(next) {
      exchange(end, (request) => {
        request.once('error', ({ code }) => log(code)).on('response', (message) => message.resume());
        request.pipe(process.stdout);
        request.end();
      }, next);
    },
    function agents(next) {
      const name = (request, response) => response.end(request.headers.connection);
      const read = (request) => request.on('response', (message) => message.on('data', (text) => log(`connection-${text}`))).end();
      exchange(name, read, () => {
        const agent = new http.Agent({ keepAlive: true }).on('free', (socket) => { log('free', Number(socket instanceof net.Socket)); setImmediate(() => agent.destroy()); });
        exchange(name, read, next, { agent });
      });
    },
    function abortedBeforeTheSocket(next) {
      exchange(() => log('no-request'), (request) => {
        request.on('abort', () => log('abort')).on('error', ({ code }) => log(code)).end();
        request.abort();
        request.abort();
        log('aborted', Number(request.aborted) * 10 + Number(request.destroyed));
      }, (...args) => setImmediate(next, ...args));
    },
    function abortedBeforeTheAnswer(next) {
      exchange(() => log('request'), (request) => {
        request.on('abort', () => log('abort')).on('error', ({ code }) => log(code)).end();
        setTimeout(() => { request.abort(); log('called'); request.abort(); }, 100);
      }, next);
    },
    function abortedWithinTheAnswer(next) {
      exchange((request, response) => response.write('a'), (request) => {
        request.on('abort', () => log('abort')).on('error', () => log('no-error')).end();
        request.on('response', (message) => {
          message.on('data', () => { request.abort(); log('called'); }).on('end', () => log('no-end'));
          message.on('aborted', () => log('answer-aborted')).on('error', ({ code }) => log(`answer-${code}`));
        });
      }, next);
    },
    async function disposed(next) {
      const server = http.createServer().on('close', () => log('server-closed'));
      if (!server[Symbol.asyncDispose]) return void next();
      server.listen(0, '127.0.0.1', async () => { await null; await server[Symbol.asyncDispose](); log('disposed'); next(); });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) { log(part.name); part(() => setImmediate(go)); } };
  go();
}
