// title "a large file of which some has been read is refused when the signal is aborted"
// rules FILE-7
// layer node

const fs = require('fs');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  // Many reads long.
  const large = process.execPath;
  // What comes in the first turns of the loop, in which a few reads at most are done.
  const whens = { immediate: (call) => setImmediate(call), 'io-callback': (call) => fs.stat('/', call) };
  const ways = {
    callback: (signal) => new Promise((resolve, reject) => fs.readFile(large, { signal }, (error) => (error ? reject(error) : resolve()))),
    promised: (signal) => fs.promises.readFile(large, { signal }),
    text: (signal) => fs.promises.readFile(large, { signal, encoding: 'latin1' }),
    handle: async (signal) => {
      const handle = await fs.promises.open(large);
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
  };
  main();
}
