// title "writing and reading much JSON blocks the loop like any other code"
// rules STARVE-9
// layer node
// needs real-clock

setImmediate(() => {
  setTimeout(() => log('timeout'), 1);
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
  const text = JSON.stringify(Array.from({ length: 200000 }, (_, i) => ({ i })));
  log('written');
  log('read', JSON.parse(text).length);
});
