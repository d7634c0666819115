// title "all and race of plain values have their reactions in the second round"
// rules MICRO-9
// layer node

Promise.all([1, 2]).then(() => log('all'));
Promise.race([1, 2]).then(() => log('race'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'))
  .then(() => log('3'));
