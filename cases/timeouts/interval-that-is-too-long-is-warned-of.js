// title "an interval that is too long is warned of, once and not at each call"
// rules TIMER-23
// layer node

process.on('warning', (warning) => {
  if (warning.name === 'TimeoutOverflowWarning') log('overflow');
});
let calls = 0;
const interval = setInterval(() => {
  log('interval');
  if (++calls === 3) clearInterval(interval);
}, 2147483648);
log('end');
