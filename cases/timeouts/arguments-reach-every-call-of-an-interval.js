// title "further arguments of an interval reach each of its calls"
// rules TIMER-37
// layer node

let calls = 0;
const interval = setInterval((a, b) => {
  log('sum', a + b);
  if (++calls === 3) clearInterval(interval);
}, 1, 20, 22);
