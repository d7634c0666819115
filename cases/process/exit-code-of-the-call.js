// title "exit listeners get the code of process.exit, else that of the property, else 0"
// rules LIFE-2
// layer node

const { spawnSync } = require('child_process');

const ends = (label, code) => {
  const { status, stdout } = spawnSync(process.execPath,
    ['-e', `process.on('exit', (code) => console.log(code)); ${code}`]);
  log(label, status);
  log('told', Number(stdout));
};
ends('given', 'process.exitCode = 2; process.exit(5)');
ends('property', 'process.exitCode = 2; process.exit()');
ends('neither', 'process.exit()');
ends('set-by-a-listener', 'process.on("exit", () => { process.exitCode = 7; }); process.exit(1)');
