// title "an async function that returns a promise costs two jobs more"
// rules MICRO-7
// layer node

(async () => Promise.resolve())().then(() => log('promise'));
(async () => 0)().then(() => log('value'));
Promise.resolve()
  .then(() => log('1'))
  .then(() => log('2'))
  .then(() => log('3'))
  .then(() => log('4'));
