// title "all of nothing is settled at once, so its reaction is in the first round"
// rules MICRO-9
// layer node

Promise.all([1]).then(() => log('all-of-one'));
Promise.all([]).then(() => log('all-of-nothing'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'));
