// title "with a handler of uncaught exceptions the code is 0, or what the handler sets"
// rules LIFE-7
// layer node

const { spawnSync } = require('child_process');

const ends = (label, code) =>
  log(label, spawnSync(process.execPath, ['-e', `${code}; throw new Error('x')`]).status);
ends('handled', 'process.on("uncaughtException", () => {})');
ends('set', 'process.on("uncaughtException", () => { process.exitCode = 9; })');
ends('nobody', '');
