// title "a synchronous failure that nobody catches leaves out the code after it"
// rules POLL-29 ERR-2
// layer node

const fs = require('fs');

process.on('uncaughtException', (error) => {
  if (error.code === 'ENOENT') log('uncaught');
});
setTimeout(() => {
  log('begin');
  fs.statSync(`${process.execPath}.missing`);
  log('end');
}, 1);
setTimeout(() => log('next'), 1);
