// title "a detached child leads a group of its own, another one is in that of its parent; both are waited for"
// rules SPAWN-20
// layer node

const { spawn } = require('child_process');

const start = (detached, then) => {
  const child = spawn('sh', ['-c', 'read -r pid name state parent group rest </proc/$$/stat; echo $group'], { detached });
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  child.on('close', () => {
    log('leader', Number(Number(text) === child.pid));
    then();
  });
};
start(true, () => start(false, () => log('end')));
