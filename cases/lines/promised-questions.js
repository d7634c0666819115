// title "a promised question is fulfilled with the next line and rejected when its signal is aborted"
// rules LINE-6
// layer node

const { PassThrough } = require('stream');

// From Node 17 on.
if (Number(process.versions.node.split('.')[0]) >= 18) {
  const readline = require('readline/promises');
  const input = new PassThrough();
  const lines = readline.createInterface({ input, output: new PassThrough() });
  const controller = new AbortController();
  (async () => {
    const answer = lines.question('first?');
    input.write('1\n');
    log('answer', Number(await answer));
    const second = lines.question('second?', { signal: controller.signal });
    setTimeout(() => { log('abort'); controller.abort(); }, 2);
    await second.catch(({ name }) => log(name));
    await lines.question('third?', { signal: controller.signal }).catch(({ name }) => log(name));
    lines.close();
    log('closed');
  })();
}
