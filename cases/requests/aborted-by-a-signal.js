// title "a request whose signal is aborted ends as if it were destroyed with an AbortError"
// rules HTTP-4
// layer node

const http = require('http');

// Node 16 forgets the signal once the request is sent.
if (Number(process.versions.node.split('.')[0]) >= 18) {
  const controller = new AbortController();
  const server = http.createServer(() => { log('request'); controller.abort(); });
  server.listen(0, '127.0.0.1', () => {
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false, signal: controller.signal });
    request.on('response', () => log('response'));
    request.on('error', ({ name, code }) => { log(name); log(code); }).on('close', () => { log('close'); server.close(); });
  });
}
