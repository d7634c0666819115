// title "a loop over lines that is left closes the interface before Node 20, which the page promises"
// rules LINE-7
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 12) {
  (async () => {
    const input = new PassThrough();
    const lines = readline.createInterface({ input });
    lines.on('close', () => log('close'));
    setImmediate(() => input.write('1\n'));
    for await (const line of lines) { log('line', Number(line)); break; }
    log('left');
    lines.on('line', (line) => log('event', Number(line)));
    input.write('2\n');
    await new Promise(setImmediate);
    log('end');
  })();
}
