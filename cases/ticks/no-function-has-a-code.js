// title "the error of a tick without a function has the code of its version"
// rules TICK-11
// layer node

try {
  process.nextTick('log("evaluated")');
} catch (error) {
  log(error.code);
}
