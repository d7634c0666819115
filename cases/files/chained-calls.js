// title "file calls that are chained by their callbacks are done in that order"
// rules FILE-3
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-first`);
const other = path.join(os.tmpdir(), `loopspec-${process.pid}-second`);
fs.writeFile(file, 'text', (failed) => {
  log(failed ? 'failed' : 'written');
  fs.rename(file, other, (lost) => {
    log(lost ? 'lost' : 'renamed');
    fs.stat(other, (error, stats) => {
      log('size', stats.size);
      fs.unlink(other, () => log('removed'));
    });
  });
});
