// title "a delay that is negative or no number is warned of from Node 24 on"
// rules TIMER-23
// layer node

process.on('warning', (warning) => {
  if (warning.name === 'TimeoutNegativeWarning') log('negative');
  if (warning.name === 'TimeoutNaNWarning') log('NaN');
  if (warning.name === 'TimeoutOverflowWarning') log('overflow');
});
setTimeout(() => log('t1'), -1);
setTimeout(() => log('t2'), NaN);
log('end');
