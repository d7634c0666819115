// title "a forked module has its arguments and a channel that stays until one side closes it"
// rules SPAWN-20
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-fork.js`);
fs.writeFileSync(file, `
  process.on('message', (number) => {
    process.send(number + Number(process.argv[2]) + Number(process.argv[3]) + Number(process.env.NUMBER));
    if (number === 2) process.disconnect();
  });
`);
const child = fork(file, ['10', '20'], { env: { ...process.env, NUMBER: 100 } });
child.on('message', (number) => {
  log('message', number);
  if (number === 131) child.send(2);
});
// The child has closed the channel.
child.on('disconnect', (...args) => log('disconnect', args.length + Number(child.connected)));
child.on('exit', (code) => log('exit', code));
child.send(1);
process.on('exit', () => fs.unlinkSync(file));
