// title "a timer that is cleared in its own call does not come again, and one that is cleared by an earlier one of the same time does not come"
// rules BROWSER-43
// layer browser

const interval = setInterval(() => {
  log('interval');
  clearInterval(interval);
  setTimeout(() => log('later'), 20);
}, 1);
let second;
setTimeout(() => {
  log('first');
  clearTimeout(second);
}, 5);
second = setTimeout(() => log('second'), 5);
