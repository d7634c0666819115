// title "a finally delays its successor, a catch delays its own no more than a then"
// rules MICRO-8
// layer node

Promise.resolve()
  .finally(() => log('f1'))
  .then(() => log('f2'));
Promise.reject(new Error('for the catch'))
  .catch(() => log('c1'))
  .then(() => log('c2'));
Promise.resolve()
  .then(() => log('t1'))
  .then(() => log('t2'));
