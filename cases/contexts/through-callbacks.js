// title "the store reaches all callbacks that are created within run"
// rules CONTEXT-2
// layer node

const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');

if (AsyncLocalStorage) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => log(label, storage.getStore() || 0);
  storage.run(7, () => {
    process.nextTick(() => tell('tick'));
    queueMicrotask(() => tell('microtask'));
    setTimeout(() => tell('timeout'), 50);
    let count = 0;
    const interval = setInterval(() => {
      tell('interval');
      if (++count === 2) clearInterval(interval);
    }, 100);
    setImmediate(() => tell('immediate'));
  });
  setTimeout(() => tell('other'), 75);
  setTimeout(() => storage.run(8, () => fs.stat('.', () => tell('file'))), 400);
}
