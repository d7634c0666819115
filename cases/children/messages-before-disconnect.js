// title "a child gets all messages before its channel is reported as closed"
// rules SPAWN-11 SPAWN-12
// layer node

const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-child.js`);
fs.writeFileSync(file, `
  let sum = 0;
  process.on('message', (number) => { sum = 2 * sum + number; });
  process.on('disconnect', () => process.exit(sum));
  process.send('ready');
`);
const child = fork(file, []);
child.on('message', () => {
  for (const number of [1, 2, 3]) child.send(number);
  child.disconnect();
});
child.on('disconnect', () => log('disconnect'));
child.on('exit', (code) => {
  log('exit', code);
  fs.unlinkSync(file);
});
