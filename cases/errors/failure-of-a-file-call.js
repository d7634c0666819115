// title "an asynchronous failure is passed to the callback, a synchronous one is thrown"
// rules POLL-29
// layer node

const fs = require('fs');

const missing = `${process.execPath}.missing`;

fs.stat(missing, (error) => {
  if (error.code === 'ENOENT') log('passed');
});
log('111');
try {
  fs.statSync(missing);
  log('found');
} catch (error) {
  if (error.code === 'ENOENT') log('thrown');
}
log('goes-on');
