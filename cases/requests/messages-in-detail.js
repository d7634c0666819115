// title "what requests and responses tell of their heads, their ends and their connections"
// rules HTTP-11
// layer node

const http = require('http');
const net = require('net');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const exchange = (answer, ask, next) => {
    const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
      const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false });
      request.on('close', () => server.close(next));
      ask(request);
      request.end();
    });
  };
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const parts = [
    function head(next) {
      exchange((request, response) => {
        response.setHeader('X-One', '1').setHeader('X-Two', '2');
        log('queued', Number(response.hasHeader('x-one')) * 10 + Number(response.getHeader('X-TWO') === '2'));
        response.removeHeader('x-one');
        log('sent', Number(response.headersSent));
        response.flushHeaders();
        log('sent', Number(response.headersSent));
        thrown('set', () => response.setHeader('x', '1'));
        thrown('remove', () => response.removeHeader('x'));
        thrown('head', () => response.writeHead(200));
        setTimeout(() => { log('answer'); response.end(); }, 10);
      }, (request) => request.on('response', (message) => {
        log('response', message.statusCode);
        log('headers', Number('x-one' in message.headers) * 10 + Number(message.headers['x-two'] === '2'));
        message.resume();
      }), next);
    },
    function ends(next) {
      exchange((request, response) => {
        log('ended', Number(response.writableEnded));
        response.on('finish', () => log('finish', Number(response.writableFinished)));
        response.write('a');
        response.addTrailers({ 'X-Last': 'yes' });
        log('same', Number(response.end(() => log('called')) === response));
        log('ended', Number(response.writableEnded));
      }, (request) => request.on('response', (message) => {
        log('complete', Number(message.complete));
        message.on('data', (chunk) => log(`data-${chunk}`)).on('end', () => { log(`end-${message.trailers['x-last']}`, Number(message.complete)); });
      }), next);
    },
    function between(next) {
      exchange((request, response) => { response.writeProcessing(); response.end(); }, (request) => {
        request.on('information', ({ statusCode }) => log('information', statusCode)).on('response', (message) => { log('response', message.statusCode); message.resume(); });
      }, next);
    },
    function upgraded(next) {
      const server = http.createServer(() => log('no-request')).on('upgrade', (request, socket) => {
        log(`upgrade-${request.headers.upgrade}`);
        socket.end('HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
      }).listen(0, '127.0.0.1', () => {
        http.get({ port: server.address().port, host: '127.0.0.1', headers: { Connection: 'Upgrade', Upgrade: 'other' } })
          .on('response', () => log('no-response')).on('upgrade', ({ statusCode }, socket) => { log('upgraded', statusCode); socket.on('close', () => server.close(next)).resume().end(); });
      });
    },
    function nonsense(next) {
      const server = http.createServer(() => log('no-request')).on('clientError', (error, socket) => { log('client-error'); socket.end('HTTP/1.1 400 x\r\n\r\n'); }).listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1', function connected() { this.write('nonsense\r\n\r\n'); })
          .on('data', (text) => log('answered', Number(String(text).includes('400')))).on('close', () => server.close(next)).on('error', () => {});
      });
    },
    function reused(next) {
      const agent = new http.Agent({ keepAlive: true });
      const server = http.createServer((request, response) => response.end()).listen(0, '127.0.0.1', () => {
        const ask = (then) => {
          const request = http.get({ port: server.address().port, host: '127.0.0.1', agent }, (message) => {
            log('reused', Number(request.reusedSocket));
            message.resume().on('end', () => setImmediate(then));
          });
        };
        ask(() => ask(() => { agent.destroy(); server.close(next); }));
      });
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
