// title "a loop over lines gives all of them, however many come at once with the end of the input"
// rules LINE-5
// layer node

const readline = require('readline');
const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const part = async (count) => {
    const text = Array.from({ length: count }, (_, i) => `${i}\n`).join('');
    const lines = readline.createInterface({ input: Readable.from([text]) });
    let seen = 0;
    let ordered = 0;
    for await (const line of lines) ordered += Number(line === String(seen++));
    log('lines', ordered);
  };
  (async () => {
    // An iterator pauses its input while more than 1024 lines wait.
    for (const count of [1, 1023, 1025, 1026, 5000]) await part(count);
  })().catch((error) => log(error.code || error.name));
}
