// title "a promised pipeline is fulfilled when its last stream has finished, and rejected like finished after an error"
// rules FLOW-38
// layer node

const stream = require('stream');

// From Node 15 on.
if (stream.promises) {
  const { Readable, Writable } = stream;
  const slow = (fails) => new Writable({
    write(chunk, encoding, done) { setTimeout(() => done(fails ? new Error('failed') : null), 5); },
  });
  const last = slow();
  last.on('finish', () => log('finish'));
  stream.promises.pipeline(Readable.from(['a', 'b']), last)
    .then(() => log('fulfilled'))
    .then(() => stream.promises.pipeline(Readable.from(['a']), slow(true)))
    .catch((error) => log(error.message))
    .then(() => {
      const each = slow();
      each.destroy(new Error('destroyed'));
      return stream.promises.finished(each);
    })
    .catch((error) => log(error.message));
}
