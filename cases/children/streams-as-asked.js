// title "a child has the streams that are asked for: none where they are ignored, more than three if there are more"
// rules SPAWN-21
// layer node

const { spawn } = require('child_process');

const child = spawn('sh', ['-c', 'echo 1; echo 2 >&2; echo 3 >&3; read -r line <&4; exit "$line"'],
  { stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'] });
log('input', Number(child.stdin === null));
log('errors', Number(child.stderr === null));
log('streams', child.stdio.filter(Boolean).length);
log('same', Number(child.stdio[1] === child.stdout));
child.stdio[3].on('data', (chunk) => {
  log('third', Number(chunk));
  child.stdio[4].end('7\n');
});
child.stdout.resume();
child.on('close', (code) => log('close', code));
