// title "with advanced serialization messages keep what JSON cannot say"
// rules SPAWN-20
// layer node

const { spawn } = require('child_process');

// From Node 13.2 on, and from 12.16.
if (process.versions.node.split('.')[0] >= 13) {
  const child = spawn(process.execPath, ['-e', `
    process.once('message', (value) => process.send({ set: value.set, big: value.big + 1n, none: undefined }));
  `], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  child.on('message', (value) => {
    log('size', value.set.size);
    log('big', Number(value.big));
    log('members', Object.keys(value).length);
  });
  child.send({ set: new Set([1, 2]), big: 4n });
}
