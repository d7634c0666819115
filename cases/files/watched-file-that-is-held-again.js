// title "the watcher of a file holds the process again after ref(), however often it was unreferenced"
// rules FILE-17
// layer node

const fs = require('fs');

// From Node 14.3 on.
const watcher = fs.watchFile(__dirname, { interval: 1000 }, () => {});
if (watcher.unref) {
  process.on('exit', () => log('exit'));
  watcher.unref();
  watcher.unref();
  watcher.ref();
  setTimeout(() => {
    log('held');
    watcher.ref();
    watcher.unref();
  }, 20).unref();
  setTimeout(() => log('late'), 5000).unref();
} else {
  fs.unwatchFile(__dirname);
}
