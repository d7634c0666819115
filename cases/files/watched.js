// title "a watched file that is missing is reported once; a watcher keeps the process alive until it is stopped"
// rules FILE-11
// layer node

const fs = require('fs');

process.on('exit', () => log('exit'));
const listener = (now, before) => {
  log('missing', Number(now.mtimeMs === 0 && before.mtimeMs === 0));
};
fs.watchFile('/this-file/is-not-there', { interval: 20 }, listener);
fs.watchFile('/this-file/is-not-there-either', { interval: 20, persistent: false }, () => {});
log('after');
setTimeout(() => {
  log('stop');
  fs.unwatchFile('/this-file/is-not-there', listener);
  setTimeout(() => log('alive'), 1000).unref();
}, 200).unref();
