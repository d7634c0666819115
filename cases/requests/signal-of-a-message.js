// title "the signal of a message is aborted if the message or its connection ends before it is complete, and not else"
// rules HTTP-19
// layer node

const http = require('http');

// As it is from Node 26.7 on.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major === 26 && minor < 7) log('not-yet');
else if (major >= 26) {
  const watch = (name, { signal }) => {
    log(`${name}-aborted`, Number(signal.aborted));
    signal.addEventListener('abort', ({ target }) => log(`${name}-abort-${target.reason.name}`));
  };
  // The client sends the request and does with it and its response what it is told to.
  const part = (name, answer, use, next) => {
    const server = http.createServer(answer).listen(0, '127.0.0.1', () => {
      log(name);
      const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, method: 'POST' });
      request.on('error', () => {}).on('response', (response) => response.on('error', () => {}));
      use(request);
      request.on('close', () => setTimeout(() => server.close(next), 20));
    });
  };
  const end = (request) => request.on('response', (response) => response.resume()).end('a');
  const parts = [
    // All is well.
    (next) => part('complete', (request, response) => {
      watch('request', request);
      request.resume().on('end', () => response.end('b'));
    }, (request) => end(request.on('response', (response) => watch('response', response))), next),
    // The client goes while it is waited for.
    (next) => part('client-goes', (request) => {
      watch('request', request);
      request.on('error', () => {}).resume();
    }, (request) => { request.end('a'); setTimeout(() => request.destroy(), 10); }, next),
    // The server goes in the midst of the response.
    (next) => part('server-goes', (request, response) => {
      response.write('b');
      setTimeout(() => response.destroy(), 10);
    }, (request) => end(request.on('response', (response) => watch('response', response))), next),
    // The request itself is destroyed.
    (next) => part('destroyed', (request) => {
      watch('request', request);
      request.on('error', () => {}).destroy();
      log('is-destroyed');
    }, end, next),
    // Who asks afterwards sees it, too.
    (next) => part('asked-later', (request) => {
      request.on('error', () => {}).on('close', () => log('late', Number(request.signal.aborted && request.signal === request.signal)));
    }, (request) => { request.write('a'); setTimeout(() => request.destroy(), 10); }, next),
    (next) => part('asked-after-the-end', (request, response) => {
      request.resume().on('close', () => setTimeout(() => log('late', Number(request.signal.aborted)), 5));
      request.on('end', () => response.end());
    }, end, next),
  ];
  const go = () => { const next = parts.shift(); if (next) next(go); };
  go();
}
