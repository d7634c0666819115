// title "a link that returns a promise lets the next one wait two jobs more"
// rules MICRO-7
// layer node

Promise.resolve()
  .then(() => {
    log('a1');
    return Promise.resolve();
  })
  .then(() => log('a2'));
Promise.resolve()
  .then(() => log('b1'))
  .then(() => log('b2'))
  .then(() => log('b3'))
  .then(() => log('b4'))
  .then(() => log('b5'));
