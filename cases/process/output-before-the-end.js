// title "text written to a pipe or a file arrives even if the process exits at once"
// rules LIFE-31
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const code = "process.stdout.write('123'); process.stderr.write('45'); process.exit(6);";
const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code]);
log('code', status);
log('output', Number(stdout));
log('errors', Number(stderr));
const file = path.join(os.tmpdir(), `loopspec-${process.pid}-output`);
const descriptor = fs.openSync(file, 'w');
spawnSync(process.execPath, ['-e', code], { stdio: ['ignore', descriptor, 'ignore'] });
log('written', Number(fs.readFileSync(file)));
fs.closeSync(descriptor);
fs.unlinkSync(file);
