// title "a module is evaluated within the first require, and only then"
// rules MODULE-1
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-modules-'));
const file = path.join(folder, 'a.js');
fs.writeFileSync(file, "log('evaluated'); process.nextTick(() => log('tick')); module.exports = {};");
log('begin');
const first = require(file);
log('required');
log(require(file) === first ? 'same' : 'other');
delete require.cache[require.resolve(file)];
log(require(file) === first ? 'same' : 'another');
fs.unlinkSync(file);
fs.rmdirSync(folder);
