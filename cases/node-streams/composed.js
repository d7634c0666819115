// title "a readable that is composed gives what the last of its functions yields"
// rules FLOW-39
// layer node

const { Readable } = require('stream');

// From Node 18.13 on.
if (process.versions.node.split('.')[0] >= 20) {
  const twice = async function* twice(source) {
    for await (const number of source) {
      yield number;
      yield 10 * number;
    }
  };
  (async () => {
    for await (const number of Readable.from([1, 2]).compose(twice)) log('number', number);
    log('over');
    log('count', (await Readable.from([1, 2, 3]).toArray()).length);
  })();
}
