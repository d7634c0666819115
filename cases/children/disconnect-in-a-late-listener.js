// title "a child that disconnects while it gets messages from before it listened dies of a TypeError of Node's"
// rules SPAWN-32
// layer node

const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-late.js`);
  fs.writeFileSync(file, `
    process.send('ready');
    process.on('uncaughtException', (error) => { process.exitCode = error instanceof TypeError ? 7 : 8; });
    setTimeout(() => process.on('message', () => process.disconnect()), 100);
  `);
  const child = fork(file);
  child.on('message', () => child.send(1));
  child.on('exit', (code) => { log('exit', code); fs.unlinkSync(file); });
}
