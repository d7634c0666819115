// title "a response whose client has left emits close, and no finish"
// rules HTTP-12
// layer node

const http = require('http');

const server = http.createServer((request, response) => {
  response.on('finish', () => log('finish'));
  response.on('close', () => {
    log('close', Number(response.finished));
    server.close(() => log('closed'));
  });
  client.on('close', () => log('left'));
  client.on('error', () => log('error')).destroy();
});
let client;
server.listen(0, '127.0.0.1', () => {
  client = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
});
