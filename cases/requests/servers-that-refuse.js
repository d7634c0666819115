// title "what a server answers by itself, whom it asks before, and when it closes the connection"
// rules HTTP-14
// layer node

const http = require('http');
const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  // A client sends a text to a server, or several, each after an answer, and logs the statuses that come back.
  const serve = ({ options = {}, answer = (request, response) => { log('request', Number(request.url.slice(1))); response.end(); }, made = () => {}, texts }, next) => {
    const server = http.createServer(options, answer).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => client.write(texts.shift()));
      client.on('data', (data) => {
        for (const [, status] of String(data).matchAll(/HTTP\/1.1 (\d+)/g)) log('answer', Number(status));
        if (texts.length) client.write(texts.shift()); else setTimeout(() => client.end(), 20);
      }).on('error', () => {}).on('end', () => log('end')).on('close', () => server.close(next));
    });
    made(server);
  };
  const get = (...lines) => ['GET /1 HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(code); } };
  const parts = [
    function withoutHost(next) { serve({ texts: ['GET /1 HTTP/1.1\r\n\r\n'] }, next); },
    function hostNotRequired(next) { serve({ options: { requireHostHeader: false }, texts: ['GET /1 HTTP/1.1\r\n\r\n'] }, next); },
    function expected(next) { serve({ texts: [get('Expect: other', 'Connection: close')] }, next); },
    function expectedAndChecked(next) {
      serve({
        made: (server) => server.on('checkExpectation', (request, response) => { log('check', Number(response.headersSent)); response.statusCode = 202; response.end(); }),
        texts: [get('Expect: other', 'Connection: close')],
      }, next);
    },
    function continued(next) { serve({ texts: [get('Expect: 100-continue', 'Connection: close')] }, next); },
    function tooMany(next) {
      serve({
        made: (server) => {
          server.maxRequestsPerSocket = 2;
          server.on('dropRequest', (request, socket) => log(`drop-${request.url.slice(1)}`, Number(socket instanceof net.Socket)));
        },
        texts: [get(), get().replace('1', '2'), get().replace('1', '3')],
      }, next);
    },
    function nonsense(next) { serve({ texts: ['nonsense\r\n\r\n'] }, next); },
    function tooLong(next) { serve({ options: { maxHeaderSize: 200 }, texts: [get(`X-Long: ${'x'.repeat(400)}`)] }, next); },
    function tooLongAndTold(next) {
      serve({
        options: { maxHeaderSize: 200 },
        made: (server) => server.on('clientError', ({ code }, socket) => { log(code, Number(socket.writable)); socket.end('HTTP/1.1 499 x\r\n\r\n'); }),
        texts: [get(`X-Long: ${'x'.repeat(400)}`)],
      }, next);
    },
    function nonsenseWithinAnAnswer(next) {
      serve({ answer: (request, response) => response.write('a'), texts: [get(), 'nonsense\r\n\r\n'] }, next);
    },
    function tunnelled(next) { serve({ texts: ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'] }, next); },
    function tunnelledAndTold(next) {
      serve({
        made: (server) => server.on('connect', (request, socket, head) => { log(`connect-${request.url.slice(0, 1)}-${head}`, Number(socket instanceof net.Socket)); socket.end('HTTP/1.1 200 x\r\n\r\n'); }),
        texts: ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\nhead'],
      }, next);
    },
    function upgraded(next) { serve({ texts: [get('Connection: Upgrade, close', 'Upgrade: other')] }, next); },
    function upgradedAndTold(next) {
      serve({
        made: (server) => server.on('upgrade', (request, socket, head) => {
          log(`upgrade-${head}`, socket.listenerCount('data'));
          socket.end('HTTP/1.1 101 x\r\n\r\n');
        }),
        texts: [`${get('Connection: Upgrade', 'Upgrade: other')}head`],
      }, next);
    },
    function hinted(next) {
      serve({
        answer: (request, response) => {
          response.writeEarlyHints({ link: '</a>; rel=preload' }, () => { log('hinted'); response.end(); });
          log('hinting', Number(response.headersSent));
        },
        texts: [get('Connection: close')],
      }, next);
    },
    function lengths(next) {
      serve({
        answer: (request, response) => {
          response.strictContentLength = true;
          response.setHeader('Content-Length', 2);
          response.flushHeaders();
          thrown('more', () => response.write('abc'));
          thrown('nothing', () => response.end());
          thrown('less', () => response.end('a'));
          thrown('right', () => response.end('ab'));
        },
        texts: [get('Connection: close')],
      }, next);
    },
    function noBody(next) {
      serve({
        options: { rejectNonStandardBodyWrites: true },
        answer: (request, response) => { thrown('body', () => response.write('abc')); response.end(); },
        texts: [get('Connection: close').replace('GET', 'HEAD')],
      }, next);
    },
    function noBodyAndNoError(next) {
      serve({
        answer: (request, response) => { log('fine', Number(response.write('abc', () => { log('written'); response.end(); }))); },
        texts: [get('Connection: close').replace('GET', 'HEAD')],
      }, next);
    },
    function closed(next) {
      // Of two idle connections and two that are answered, closing closes the idle ones, and then all.
      const server = http.createServer((request, response) => { if (request.url === '/1') response.end(); else response.write('a'); }).listen(0, '127.0.0.1', () => {
        let left = 4;
        const clients = ['1', '2', '1', '2'].map((name) => {
          const client = net.connect(server.address().port, '127.0.0.1', () => client.write(get().replace('1', name)));
          return client.once('data', () => { if (--left === 0) setTimeout(() => server.closeIdleConnections(), 10); }).on('error', () => {})
            .on('close', () => log(`closed-${name}`)).resume();
        });
        setTimeout(() => { log('all'); server.closeAllConnections(); server.close(() => { log('server-closed'); next(); }); }, 1000);
        return clients;
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) { log(part.name); part(() => setImmediate(go)); } };
  go();
}
