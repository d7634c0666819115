// title "the number of a timeout, or of an interval, stays the same and clears it after a refresh, a call, ref and unref"
// rules TIMEOUT-2
// layer node

// From Node 12.19 on.
if (typeof setTimeout(() => {}, 1)[Symbol.toPrimitive] === 'function') {
  process.on('exit', () => log('exit'));
  const changes = {
    unchanged: () => {},
    refreshed: (timer) => timer.refresh(),
    'refreshed-twice': (timer) => timer.refresh().refresh(),
    'let-go': (timer) => timer.unref().ref(),
  };
  for (const name of Object.keys(changes)) {
    for (const make of [setTimeout, setInterval]) {
      const timer = make(() => log('never'), 10);
      const number = Number(timer);
      changes[name](timer);
      // Nobody asks for it again before it is used.
      clearTimeout(number);
      log(name, Number(Number(timer) === number));
    }
  }
  let calls = 0;
  const interval = setInterval(() => {
    if (++calls === 3) clearInterval(number);
    log('interval', calls);
  }, 10);
  const number = `${Number(interval)}`;
}
