// title "a child is killed when its time is over, not later"
// rules SPAWN-8 SPAWN-15
// layer node

const { exec, execFile, spawn } = require('child_process');

const options = { timeout: 100, stdio: 'ignore' };
const children = [];
const killed = () => children.filter((child) => child.killed).length;
// A start takes time: this one is due before each child's timeout, the last one after all of them.
setTimeout(() => log('too-early', killed()), 50);
children.push(execFile('sleep', ['1000'], options, () => log('over')), exec('exec sleep 1000', options, () => log('over')));
// From Node 16 on.
if (process.versions.node.split('.')[0] >= 16) children.push(spawn('sleep', ['1000'], options));
setTimeout(() => log('still-alive', children.length - killed()), 200);
