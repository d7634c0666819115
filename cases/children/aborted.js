// title "a child process whose signal is aborted is killed, with an AbortError"
// rules SPAWN-9
// layer node

const { execFile } = require('child_process');

// From Node 15.4 on.
const { AbortController } = global;
if (AbortController) {
  const controller = new AbortController();
  execFile('sleep', ['1000'], { signal: controller.signal }, (error) => log(error.name));
  setTimeout(() => controller.abort(), 5);
}
