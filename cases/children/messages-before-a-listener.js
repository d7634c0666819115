// title "messages that came before anybody listened are kept for the first listener, in their order"
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
    setTimeout(() => {
      const got = [];
      process.on('message', (number) => { got.push(number); if (got.length === 3) { process.send(got); setImmediate(() => process.disconnect()); } });
    }, 100);
  `);
  const child = fork(file);
  child.on('message', (message) => {
    if (message !== 'ready') return log(message.join('-'));
    for (const number of [1, 2, 3]) child.send(number);
  });
  child.on('exit', (code) => { log('exit', code); fs.unlinkSync(file); });
}
