// title "the line after a promised question that was aborted is a line again"
// rules LINE-6
// layer node

const { PassThrough } = require('stream');

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const readline = require('readline/promises');
  const input = new PassThrough();
  const rl = readline.createInterface({ input, prompt: '>' });
  rl.on('line', (line) => log(`line-${line}`));
  const controller = new AbortController();
  rl.question('?', { signal: controller.signal }).then((answer) => log(`answer-${answer}`), ({ name }) => {
    log(name);
    log('prompt', Number(rl.getPrompt() === '>'));
    input.write('first\n');
    // One that was aborted before does not ask at all.
    rl.question('?', { signal: controller.signal }).then(() => log('answered'), (error) => {
      log(error.name);
      input.write('second\n');
      rl.question('?').then((answer) => { log(`answer-${answer}`); rl.close(); });
      input.write('third\n');
    });
  });
  setImmediate(() => controller.abort());
}
