// title "the iterator of an interface gives all lines in order, however they are cut into chunks"
// rules LINE-5
// layer node

const readline = require('readline');
const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 12) {
  (async () => {
    const lines = readline.createInterface({ input: Readable.from(['1\n2\n', '3\n4']) });
    for await (const line of lines) log('line', Number(line));
    log('over');
  })();
}
