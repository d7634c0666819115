// title "each line of the input is one event, in order, the last one too if no newline ends it, then close"
// rules LINE-1
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const lines = readline.createInterface({ input, crlfDelay: Infinity });
let closed = 0;
lines.on('line', (line) => log('line', Number(line || 0))).on('close', () => log('close', ++closed));
input.write('1\n2\r\n');
input.write('3');
input.write('4\n\n5');
setTimeout(() => {
  log('end');
  input.end();
  setTimeout(() => lines.close(), 5);
}, 5);
