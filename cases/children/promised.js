// title "a promised call is fulfilled with the output once the child has ended, and rejected with it after a failure"
// rules SPAWN-17
// layer node

const { exec, execFile } = require('child_process');
const { promisify } = require('util');

const tell = ({ stdout, stderr, code }) => {
  if (code !== undefined) log('code', code);
  log('output', Number(stdout));
  log('errors', Number(stderr));
};
promisify(execFile)('echo', ['12']).then(tell)
  .then(() => promisify(exec)('echo 34; echo 56 >&2; exit 3'))
  .catch(tell)
  .then(() => promisify(execFile)('sh', ['-c', 'echo 78; exit 5']))
  .catch(tell);
log('called');
