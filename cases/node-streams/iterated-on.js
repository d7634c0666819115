// title "leaving the loop over a stream destroys it, unless its iterator was told not to"
// rules FLOW-28
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 18) {
  (async () => {
    const kept = Readable.from([1, 2, 3]);
    for await (const value of kept.iterator({ destroyOnReturn: false })) { log('value', value); break; }
    log('destroyed', Number(kept.destroyed));
    for await (const value of kept) log('value', value);
    log('destroyed', Number(kept.destroyed));
    const broken = new Readable({ objectMode: true, read() {} });
    broken.push(1);
    setTimeout(() => broken.destroy(new Error('failure')), 1);
    try {
      for await (const value of broken) log('value', value);
    } catch ({ message }) {
      log(message);
    }
  })();
}
