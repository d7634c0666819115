// title "a callback sees the caller's state unfinished at once and finished through a tick"
// rules TICK-16
// layer node

// 004_6060d4fbab2eca93.txt: bar is set behind the call.
let bar = 0;
const callAtOnce = (callback) => callback();
const callThroughATick = (callback) => process.nextTick(callback);

callAtOnce(() => log('at-once', bar));
callThroughATick(() => log('through-a-tick', bar));
bar = 1;
