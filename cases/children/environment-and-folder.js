// title "a child has the environment and the folder that it is given, else those of its parent"
// rules SPAWN-20
// layer node

const { spawn } = require('child_process');

process.env.LOOPSPEC_NUMBER = 1;
const start = (options, then) => {
  const child = spawn('sh', ['-c', 'echo "${LOOPSPEC_NUMBER:-0} $(pwd)"'], options);
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  child.on('close', () => {
    const [number, folder] = text.trim().split(' ');
    log('number', Number(number));
    log('root', Number(folder === '/'));
    then();
  });
};
start({ cwd: '/' }, () => start({ env: { PATH: process.env.PATH, LOOPSPEC_NUMBER: 2 }, cwd: '/' },
  () => start({ env: { PATH: process.env.PATH }, cwd: '/' }, () => log('end'))));
