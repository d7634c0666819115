// title "a rejection goes past a finally with the same delay"
// rules MICRO-8
// layer node

Promise.reject(new Error('for the catch'))
  .finally(() => log('finally'))
  .catch(() => log('caught'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'))
  .then(() => log('3'))
  .then(() => log('4'));
