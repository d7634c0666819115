// title "how long a server waits for a request, for its rest and for the next one, and which listeners get the timeout"
// rules HTTP-13
// layer node

const http = require('http');
const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  // A client sends these texts to a server and logs what comes back. The early time passes before the end of
  // the connection, the late one does not.
  const serve = ({ options = {}, answer = () => log('request'), made = () => {}, texts, early, late }, next) => {
    const server = http.createServer(options, answer).listen(0, '127.0.0.1', () => {
      const timers = [];
      const client = net.connect(server.address().port, '127.0.0.1', () => {
        if (early) timers.push(setTimeout(() => log('early'), early), setTimeout(() => log('late'), late));
        for (const [when, text] of texts) timers.push(setTimeout(() => client.write(text), when));
      });
      client.on('data', (data) => log(`answer-${String(data).slice(9, 12)}`)).on('error', () => log('error')).on('close', () => {
        timers.forEach(clearTimeout);
        log('closed');
        server.close(next);
      });
    });
    made(server);
  };
  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx';
  const parts = [
    function defaults(next) {
      const server = http.createServer();
      log('timeout', server.timeout);
      log('headers-timeout', server.headersTimeout);
      log('request-timeout', server.requestTimeout);
      log('keep-alive-timeout', server.keepAliveTimeout);
      log('requests-per-socket', server.maxRequestsPerSocket);
      log('no-listener', server.listenerCount('timeout'));
      log('same', Number(server.setTimeout(7, () => {}) === server));
      log('listener', server.listenerCount('timeout'));
      log('set', server.timeout);
      next();
    },
    function nobodyListens(next) {
      serve({ made: (server) => { server.timeout = 100; }, texts: [[0, get]], early: 80, late: 400 }, next);
    },
    function serverListens(next) {
      serve({
        made: (server) => server.setTimeout(100, (socket) => { log('server-timeout', Number(socket instanceof net.Socket)); setTimeout(() => socket.destroy(), 200); }),
        texts: [[0, get]], early: 220, late: 600,
      }, next);
    },
    function responseListens(next) {
      serve({
        answer: (request, response) => {
          log('same', Number(response.setTimeout(100, () => log('response-timeout')) === response));
          setTimeout(() => { log('end'); response.writeHead(200, { Connection: 'close' }); response.end(); }, 250);
        },
        texts: [[0, get]], early: 150, late: 600,
      }, next);
    },
    function requestListens(next) {
      serve({
        answer: (request, response) => {
          log('same', Number(request.setTimeout(100, () => log('request-timeout')) === request));
          setTimeout(() => { log('end'); response.writeHead(200, { Connection: 'close' }); response.end(); }, 250);
        },
        texts: [[0, post]], early: 150, late: 600,
      }, next);
    },
    function keptAlive(next) {
      serve({ options: { keepAliveTimeout: 1500 }, answer: (request, response) => response.end(), texts: [[0, get]], early: 1400, late: 3500 }, next);
    },
    function keptAliveAndUsed(next) {
      // What the second request takes does not count as waiting for it.
      let first = true;
      serve({
        options: { keepAliveTimeout: 300 },
        answer: (request, response) => { log('request'); if (first) { first = false; response.end(); } else setTimeout(() => response.end(), 2000); },
        texts: [[0, get], [250, get]], early: 2500, late: 4500,
      }, next);
    },
    function slowHead(next) {
      serve({
        options: { headersTimeout: 300, requestTimeout: 9000, connectionsCheckingInterval: 50 },
        texts: [[0, 'GET / HTTP/1.1\r\n']], early: 250, late: 900,
      }, next);
    },
    function slowBody(next) {
      serve({
        options: { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 },
        answer: (request, response) => {
          log('request');
          request.on('error', ({ code }) => log(code)).on('end', () => log('no-end'));
          response.on('close', () => log('response-closed'));
        },
        texts: [[0, post]], early: 250, late: 900,
      }, next);
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
