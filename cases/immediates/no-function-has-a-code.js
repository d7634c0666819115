// title "the error of an immediate without a function has the code of its version"
// rules CHECK-24
// layer node

try {
  setImmediate('log("evaluated")');
} catch (error) {
  log(error.code);
}
