// title "a stream to a file emits finish when all is written, then close"
// rules FILE-6
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-stream`);
const stream = fs.createWriteStream(file);
stream.on('open', () => log('open'));
stream.on('finish', () => log('finish', fs.readFileSync(file).length));
stream.on('close', () => {
  log('close');
  fs.unlinkSync(file);
});
stream.write('text');
stream.end('more');
