// title "the handler gets a thrown value of any kind unchanged"
// rules LIFE-26
// layer node

process.on('uncaughtException', (error) => {
  if (error instanceof Error) log(error.name);
  else log('value', error);
});
setTimeout(() => { throw 5; }, 1);
setTimeout(() => { throw new RangeError('x'); }, 2);
setImmediate(() => { throw 0; });
