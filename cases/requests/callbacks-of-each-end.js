// title "each callback that is given to end() of a response or a request before it is finished is called when it is"
// rules HTTP-21
// layer node

const http = require('http');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const end = (name, message, chunk) => {
    message.end(chunk, () => log(`${name}-first`));
    message.end(() => log(`${name}-second`));
    message.end(() => log(`${name}-third`));
  };
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => end('response', response, 'answer'));
  });
  server.listen(0, '127.0.0.1', () => {
    const request = http.request({ port: server.address().port, host: '127.0.0.1', agent: false, method: 'POST' }, (response) => {
      response.on('end', () => server.close()).resume();
    });
    end('request', request, 'body');
  });
}
