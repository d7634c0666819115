// title "pausing and resuming emit events, and no line comes while the input is paused"
// rules LINE-3
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const lines = readline.createInterface({ input });
lines.on('line', (line) => log('line', Number(line)));
lines.on('pause', () => log('pause')).on('resume', () => log('resume')).on('close', () => log('close'));
log('same', Number(lines.pause() === lines));
log('again');
lines.pause();
input.write('1\n2\n');
setTimeout(() => {
  log('later');
  lines.resume();
  log('resumed');
  setTimeout(() => input.end(), 5);
}, 5);
