// title "the error of a timeout without a function has the code of its version"
// rules TIMER-37
// layer node

try {
  setTimeout('log("evaluated")', 1);
} catch (error) {
  log(error.code);
}
