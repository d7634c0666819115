// title "a child whose output exceeds the limit is killed, and its output is cut"
// rules SPAWN-16
// layer node

const { execFile } = require('child_process');

// As it is from Node 12 on.
if (process.versions.node.split('.')[0] >= 12) {
  execFile('sh', ['-c', 'echo 0123456789; exec sleep 1000'], { maxBuffer: 5 }, (error, stdout) => {
    log(error.code);
    log('bytes', stdout.length);
    execFile('sh', ['-c', 'echo 01234; echo 0123456789 >&2; exec sleep 1000'], { maxBuffer: 7 }, (error, stdout, stderr) => {
      log(error.code);
      log('error-bytes', stderr.length);
    });
  });
}
