// title "a transform takes one chunk at a time, in order, flushes after the last and then ends"
// rules FLOW-25
// layer node

const { Transform } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  let busy = 0;
  const stream = new Transform({
    objectMode: true,
    transform(value, encoding, done) {
      log('transform', value);
      log('at-a-time', ++busy);
      setTimeout(() => {
        busy--;
        this.push(value * 10);
        done(null, value * 100);
      }, 4 - value);
    },
    flush(done) { log('flush'); setTimeout(() => done(null, 7), 1); },
  });
  stream.on('data', (value) => log('data', value));
  for (const event of ['finish', 'end', 'close']) stream.on(event, () => log(event));
  for (const value of [1, 2, 3]) stream.write(value);
  stream.end();
}
