// title "a pattern that backtracks without end blocks the loop like any other code"
// rules STARVE-9
// layer node
// needs real-clock

// Each further letter doubles the work; with so many it takes some hundredths of a second.
const text = `${'a'.repeat(22)}!`;

setImmediate(() => {
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
  log('begin');
  log('found', Number(/^(a+)+$/.test(text)));
});
