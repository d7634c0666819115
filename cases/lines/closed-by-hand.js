// title "closing emits close once and within the call; a closed interface asks no more questions"
// rules LINE-2
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const lines = readline.createInterface({ input, output: new PassThrough() });
lines.on('close', () => log('close'));
lines.close();
log('after');
lines.close();
log('paused', Number(input.isPaused()));
if (Number(process.versions.node.split('.')[0]) >= 18) {
  try {
    lines.question('again?', () => log('answered'));
  } catch ({ code }) {
    log(code === 'ERR_USE_AFTER_CLOSE' ? 'refused' : 'other');
  }
}
