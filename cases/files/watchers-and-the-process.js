// title "a watcher that is not persistent, or has been unreferenced, does not keep the process"
// rules FILE-11 FILE-17
// layer node

const fs = require('fs');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  process.on('exit', () => log('exit'));
  const after = (ms, call) => setTimeout(call, ms);
  fs.watch('/', { persistent: false }, () => {});
  fs.watch('/', () => {}).unref();
  fs.watchFile('/this-file/is-not-there', { persistent: false, interval: 10 }, () => {});
  fs.watchFile('/this-file/is-not-there-either', { interval: 10 }, () => {}).unref();
  const kept = fs.watch('/', () => {}).unref().ref();
  after(50, () => {
    log('kept');
    kept.close();
    after(1000, () => log('too-late')).unref();
  }).unref();
}
