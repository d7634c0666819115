// title "the longest delay that can be had is not warned of"
// rules TIMER-23
// layer node

process.on('warning', () => log('warning'));
const timeout = setTimeout(() => log('timeout'), 2147483647);
setTimeout(() => {
  clearTimeout(timeout);
  log('cleared');
}, 10);
