// title "a loop over a stream throws the stream's error, whatever its iterator was told, with and without waiting chunks"
// rules FLOW-28
// layer node

const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const ways = {
    loop: (stream) => stream,
    iterator: (stream) => stream.iterator(),
    kept: (stream) => stream.iterator({ destroyOnReturn: false }),
  };
  const sources = {
    // It fails while the loop waits.
    later: () => {
      const stream = new Readable({ read() {} });
      stream.push('chunk');
      setImmediate(() => stream.destroy(new Error('failure')));
      return stream;
    },
    // It has failed before the loop begins.
    before: () => {
      const stream = new Readable({ read() {} });
      stream.on('error', () => {});
      stream.destroy(new Error('failure'));
      return stream;
    },
    // It fails within the body of the loop.
    within: () => {
      const stream = new Readable({ read() {} });
      stream.push('chunk');
      stream.once('data-taken', () => stream.destroy(new Error('failure')));
      return stream;
    },
  };
  (async () => {
    for (const source of Object.keys(sources)) {
      for (const way of Object.keys(ways)) {
        const stream = sources[source]();
        let chunks = 0;
        try {
          for await (const chunk of ways[way](stream)) {
            chunks += chunk.length / 5;
            stream.emit('data-taken');
          }
          log(`${source}-${way}-done`, chunks);
        } catch ({ message }) {
          log(`${source}-${way}-${message}`, chunks);
        }
      }
    }
  })();
}
