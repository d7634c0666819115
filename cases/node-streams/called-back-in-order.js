// title "callbacks of writes come in the order of the writes, also if those were made together"
// rules FLOW-35
// layer node

const { Writable } = require('stream');

const part = (options, next) => {
  const stream = new Writable(options);
  for (const name of ['a', 'b', 'c', 'd']) stream.write(name, () => log(name));
  stream.end(() => { log('end'); next(); });
};
const later = (done) => setTimeout(done, 2);
part({ write(chunk, encoding, done) { done(); } }, () => {
  part({ write(chunk, encoding, done) { later(done); } }, () => {
    // What was buffered during the first write is written together.
    part({ writev(chunks, done) { log('together', chunks.length); later(done); }, write(chunk, encoding, done) { later(done); } }, () => {
      part({ writev(chunks, done) { log('together', chunks.length); done(); }, write(chunk, encoding, done) { later(done); } }, () => {});
    });
  });
});
