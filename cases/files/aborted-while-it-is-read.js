// title "a whole file that is being read is refused when the signal is aborted, however small it is"
// rules FILE-7
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const small = path.join(os.tmpdir(), `loopspec-small-${process.pid}`);
  fs.writeFileSync(small, 'small');
  const whens = { tick: (call) => process.nextTick(call), job: (call) => Promise.resolve().then(call) };
  const ways = {
    'promised-small': (signal) => fs.promises.readFile(small, { signal }),
    'promised-text': (signal) => fs.promises.readFile(small, { signal, encoding: 'utf8' }),
    'promised-large': (signal) => fs.promises.readFile(process.execPath, { signal }),
    small: (signal) => new Promise((resolve, reject) => fs.readFile(small, { signal }, (error) => (error ? reject(error) : resolve()))),
    handle: async (signal) => {
      const handle = await fs.promises.open(small);
      return handle.readFile({ signal }).finally(() => handle.close());
    },
  };
  const main = async () => {
    for (const way of Object.keys(ways)) {
      for (const when of Object.keys(whens)) {
        const controller = new AbortController();
        const called = ways[way](controller.signal).then(() => 'read', ({ name }) => name);
        whens[when](() => controller.abort());
        log(`${way}-${when}-${await called}`);
      }
    }
    fs.unlinkSync(small);
  };
  main();
}
