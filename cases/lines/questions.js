// title "a question takes the next line for itself; further questions and lines follow it"
// rules LINE-4
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const output = new PassThrough();
const lines = readline.createInterface({ input, output });
lines.on('line', (line) => log('line', Number(line)));
lines.question('first? ', (answer) => {
  log('answer', Number(answer));
  lines.question('second? ', (second) => {
    log('answer', Number(second));
    setTimeout(() => lines.close(), 5);
  });
});
log('asked', Number(String(output.read()).includes('first?')));
input.write('1\n');
setTimeout(() => input.write('2\n3\n'), 2);
