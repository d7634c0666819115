// title "an asynchronous failure is thrown nowhere and is no uncaught error"
// rules POLL-29
// layer node

const fs = require('fs');

process.on('uncaughtException', () => log('uncaught'));
try {
  fs.readFile(`${process.execPath}.missing`, (error, data) => {
    if (error && data === undefined) log('passed');
  });
} catch (error) {
  log('thrown');
}
log('end');
