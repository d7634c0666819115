// title "an argument error handed to a tick reaches the callback after the caller's code"
// rules TICK-17 TICK-11
// layer node

// loop-guide-ru
const apiCall = (arg, callback) => {
  if (typeof arg !== 'string')
    return process.nextTick(callback, new TypeError('argument should be string'));
  return callback(null);
};

apiCall(1, (error) => {
  if (error instanceof TypeError) log('TypeError');
});
log('behind-the-call');
