// title "a module in a cycle sees what the other has exported so far"
// rules MODULE-2
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-modules-'));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
write('a.js', `
  log('a-begins');
  exports.done = 0;
  const b = require('./b.js');
  log('b-in-a', b.done);
  exports.done = 1;
`);
write('b.js', `
  log('b-begins');
  exports.done = 0;
  const a = require('./a.js');
  log('a-in-b', a.done);
  exports.done = 1;
`);
const a = require(path.join(folder, 'a.js'));
const b = require(path.join(folder, 'b.js'));
for (const [name, { done }] of [['a', a], ['b', b]]) log(name, done);
for (const name of ['a.js', 'b.js']) fs.unlinkSync(path.join(folder, name));
fs.rmdirSync(folder);
