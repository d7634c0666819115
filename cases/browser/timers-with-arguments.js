// title "timers pass their arguments on, and either call clears a timeout or an interval"
// rules BROWSER-43
// layer browser

setTimeout((a, b) => log('sum', a + b), 1, 40, 2);
let count = 0;
const interval = setInterval((step) => {
  count += step;
  log('count', count);
  if (count === 4) clearTimeout(interval);
}, 2, 2);
clearInterval(setTimeout(() => log('never'), 1));
clearTimeout(undefined);
clearTimeout(-1);
clearInterval(123456789);
log('number', Number(typeof interval === 'number' && interval > 0));
