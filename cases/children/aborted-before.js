// title "a child whose signal was aborted before is not left running: it emits an AbortError"
// rules SPAWN-15
// layer node

const { spawn } = require('child_process');

// From Node 15.13 on.
if (process.versions.node.split('.')[0] >= 16) {
  const controller = new AbortController();
  controller.abort();
  const child = spawn('sleep', ['1000'], { signal: controller.signal, stdio: 'ignore' });
  child.on('error', (error) => log(error.name));
  child.on('exit', (code, signal) => log(signal));
  log('called');
}
