// title "the reason of a rejection is given as it is, of any kind, in the order of the rejections"
// rules LIFE-13
// layer node

process.on('unhandledRejection', (reason, promise) => {
  log(promise instanceof Promise ? 'promise' : 'other');
  if (reason instanceof Error) log(reason.name);
  else log('reason', reason === undefined ? -1 : reason);
});
Promise.reject(5);
Promise.reject(new TypeError('x'));
Promise.reject();
Promise.resolve().then(() => { throw 7; });
