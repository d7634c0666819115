// title "a transform that fails emits its error and close, neither finish nor end"
// rules FLOW-25
// layer node

const { Transform } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Transform({ objectMode: true, transform(value, encoding, done) { done(value === 2 ? new Error('failure') : null, value); } });
  stream.on('data', (value) => log('data', value));
  for (const event of ['finish', 'end', 'error', 'close']) stream.on(event, () => log(event));
  stream.write(1);
  stream.write(2);
  stream.end(3);
}
