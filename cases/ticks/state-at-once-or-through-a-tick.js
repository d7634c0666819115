// title "a callback sees the caller's state unfinished at once and finished through a tick"
// rules TICK-16
// layer node

// loop-guide-ru: bar is set behind the call.
let bar = 0;
const callAtOnce = (callback) => callback();
const callThroughATick = (callback) => process.nextTick(callback);

callAtOnce(() => log('at-once', bar));
callThroughATick(() => log('through-a-tick', bar));
bar = 1;
