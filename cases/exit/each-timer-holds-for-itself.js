// title "a timer that is cleared, called or let go takes no hold along but its own"
// rules ALIVE-42
// layer node
// needs exact-time

process.on('exit', () => log('exit'));
const never = () => log('never');
// None of these holds, so that clearing them changes nothing.
clearTimeout(setTimeout(never, 40).unref());
clearInterval(setInterval(never, 10).unref());
clearImmediate(setImmediate(never).unref());
const cleared = setTimeout(never, 40);
clearTimeout(cleared);
clearTimeout(cleared);
cleared.unref();
const called = setTimeout(() => log('called'), 5);
setImmediate(() => {
  log('immediate');
  const immediate = setImmediate(never);
  immediate.unref();
  clearImmediate(immediate);
  clearImmediate(immediate);
  setImmediate(() => log('last-immediate'));
});
setTimeout(() => {
  called.unref();
  clearTimeout(called);
  clearTimeout(setTimeout(never, 40).unref());
}, 10);
// All that is left: an interval that lets go within its second call, and a timeout that nothing else holds.
let turns = 0;
const interval = setInterval(() => {
  log('interval', ++turns);
  if (turns === 2) interval.unref();
}, 10);
setTimeout(() => log('held'), 35);
