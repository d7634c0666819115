// title "the active resources are those that keep the process alive"
// rules LIFE-23
// layer node

// From Node 17.3 on, and from 16.14.
if (process.getActiveResourcesInfo) {
  const count = (type) => process.getActiveResourcesInfo().filter((each) => each === type).length;
  const before = count('Timeout');
  const timeout = setTimeout(() => {}, 1);
  setTimeout(() => {}, 1).unref();
  log('two-made', count('Timeout') - before);
  clearTimeout(timeout);
  log('cleared', count('Timeout') - before);
}
