// title "each helper whose signal is aborted, before or while it works, fails with an AbortError; a stream that it reads is destroyed"
// rules FLOW-46
// layer node

const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  // Chunks come one at a time, and the signal is aborted with the second of them.
  const source = (abort) => {
    let chunk = 0;
    return new Readable({
      objectMode: true,
      highWaterMark: 1,
      read() {
        setImmediate(() => {
          if (++chunk === 2) abort();
          this.push(chunk < 5 ? chunk : null);
        });
      },
    });
  };
  const helpers = {
    map: (stream, options) => stream.map((value) => value, options).toArray(),
    filter: (stream, options) => stream.filter(() => true, options).toArray(),
    flatMap: (stream, options) => stream.flatMap((value) => [value], options).toArray(),
    drop: (stream, options) => stream.drop(1, options).toArray(),
    take: (stream, options) => stream.take(4, options).toArray(),
    forEach: (stream, options) => stream.forEach(() => {}, options),
    toArray: (stream, options) => stream.toArray(options),
    some: (stream, options) => stream.some(() => false, options),
    every: (stream, options) => stream.every(() => true, options),
    find: (stream, options) => stream.find(() => false, options),
    reduce: (stream, options) => stream.reduce((sum, value) => sum + value, 0, options),
  };
  (async () => {
    for (const name of Object.keys(helpers)) {
      for (const when of ['before', 'within']) {
        const controller = new AbortController();
        const stream = source(() => { if (when === 'within') controller.abort(); });
        stream.on('error', () => {});
        if (when === 'before') controller.abort();
        const answer = await helpers[name](stream, { signal: controller.signal }).then(() => 'done', (error) => error.name);
        log(`${name}-${when}-${answer}`);
        await new Promise(setImmediate);
        if (when === 'within') log('destroyed', Number(stream.destroyed));
      }
    }
  })();
}
