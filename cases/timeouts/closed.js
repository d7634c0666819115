// title "a timeout or an interval that is closed is not called"
// rules TIMEOUT-1
// layer node

process.on('exit', () => log('exit'));
const timeout = setTimeout(() => log('timeout'), 5);
const interval = setInterval(() => log('interval'), 5);
setTimeout(() => {
  log(timeout.close() === timeout ? 'self' : 'other');
  interval.close();
}, 1);
