// title "the callback of a file call comes after the code around it, its error first"
// rules FILE-1
// layer node

const fs = require('fs');

fs.stat('.', (error, stats) => log(error === null && stats.isDirectory() ? 'found' : 'other'));
fs.stat(`${__filename}.missing`, (error, stats) => {
  log(error.code);
  log(stats === undefined ? 'no-stats' : 'stats');
});
process.nextTick(() => log('tick'));
log('end');
