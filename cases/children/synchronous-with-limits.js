// title "a synchronous call passes its input on, and kills a child that exceeds its timeout"
// rules SPAWN-10
// layer node

const { execFileSync, spawnSync } = require('child_process');

const { stdout } = spawnSync('cat', { input: '123' });
log('output', Number(stdout));
const { signal, status, error } = spawnSync('sleep', ['1000'], { timeout: 50 });
log(signal);
log(status === null ? 'no-status' : 'status');
log(error.code);
log(spawnSync('sleep', ['1000'], { timeout: 50, killSignal: 'SIGKILL' }).signal);
try {
  execFileSync('sleep', ['1000'], { timeout: 50 });
} catch (thrown) {
  log('thrown');
}
