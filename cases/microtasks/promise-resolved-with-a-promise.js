// title "a promise that is resolved with a promise costs two jobs more"
// rules MICRO-7
// layer node

new Promise((resolve) => resolve(Promise.resolve())).then(() => log('promise'));
new Promise((resolve) => resolve(0)).then(() => log('value'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'))
  .then(() => log('3'))
  .then(() => log('4'));
