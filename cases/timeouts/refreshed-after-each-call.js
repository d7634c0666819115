// title "a timeout can be refreshed again after each of its calls"
// rules TIMER-36
// layer node
// needs exact-time

const calls = { timeout: 0, other: 0 };
const count = (name) => () => log(name, ++calls[name]);
const timeout = setTimeout(count('timeout'), 5);
const other = setTimeout(count('other'), 7);
// Something else holds the process, since before Node 11 what is refreshed after its call does not.
let turns = 0;
const interval = setInterval(() => {
  timeout.refresh();
  if (++turns % 2 === 0) other.refresh();
  if (turns === 4) setTimeout(() => clearInterval(interval), 10);
}, 20);
