// title "each timeout, immediate and request that keeps the process alive is listed"
// rules LIFE-23
// layer node

const fs = require('fs');

// From Node 17.3 on, and from 16.14.
if (process.getActiveResourcesInfo) {
  const count = (name) => process.getActiveResourcesInfo().filter((each) => each === name).length;
  const tell = () => {
    for (const name of ['Timeout', 'Immediate', 'FSReqCallback']) log(name, count(name));
  };
  tell();
  setTimeout(() => {}, 5);
  const cleared = setTimeout(() => {}, 10);
  setTimeout(() => {}, 10);
  setTimeout(() => {}, 100).unref();
  setImmediate(() => {});
  fs.stat('.', () => {});
  clearTimeout(cleared);
  tell();
  process.on('beforeExit', tell);
}
