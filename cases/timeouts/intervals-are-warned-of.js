// title "an interval whose delay is negative or no number is warned of from Node 24 on, and goes on each millisecond"
// rules TIMER-23
// layer node

process.on('warning', ({ name }) => { if (/^Timeout/.test(name)) log(name); });
const twice = (label, delay) => {
  let times = 0;
  const interval = setInterval(() => {
    if (++times < 2) return;
    clearInterval(interval);
    log(label);
  }, delay);
};
twice('negative', -5);
twice('no-number', NaN);
log('end');
