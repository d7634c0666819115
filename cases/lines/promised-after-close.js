// title "a promised question is answered with its line, before the next immediate, and is refused once the interface is closed"
// rules LINE-6
// layer node

const { PassThrough } = require('stream');

// As it is from Node 26 on.
if (process.versions.node.split('.')[0] >= 26) {
  const readline = require('readline/promises');
  const input = new PassThrough();
  const rl = readline.createInterface({ input });
  rl.question('?').then((answer) => {
    log(answer);
    rl.close();
    return rl.question('?');
  }).then(() => log('asked'), ({ code }) => log(code));
  rl.on('line', () => log('line'));
  input.once('data', () => setImmediate(() => log('immediate')));
  input.write('answer\n');
}
