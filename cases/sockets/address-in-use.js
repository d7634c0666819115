// title "a port that is in use is an error event of the server, after the call"
// rules SOCK-8
// layer node

const net = require('net');

const first = net.createServer();
first.listen(0, () => {
  const second = net.createServer();
  second.on('listening', () => log('listening'));
  second.on('error', (error) => {
    log(error.code);
    first.close();
  });
  second.listen(first.address().port);
  log('called');
});
