// title "the link after a finally comes two jobs later than the one after a then"
// rules MICRO-8
// layer node

Promise.resolve()
  .finally(() => log('finally'))
  .then(() => log('behind-finally'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'))
  .then(() => log('3'))
  .then(() => log('4'));
