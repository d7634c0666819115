// title "a delay that is too long is warned of, and the timeout comes at once"
// rules TIMER-23 TIMER-22
// layer node

process.on('warning', (warning) => {
  if (warning.name === 'TimeoutOverflowWarning') log('overflow');
});
setTimeout(() => log('timeout'), 2147483648);
Promise.resolve().then(() => log('promise'));
log('end');
