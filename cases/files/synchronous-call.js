// title "a synchronous file call is done when it returns, and throws its error"
// rules FILE-2
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-sync`);
fs.writeFileSync(file, 'text');
log('bytes', fs.readFileSync(file).length);
fs.unlinkSync(file);
try {
  fs.readFileSync(file);
} catch (error) {
  log(error.code);
}
