// title "what is buffered while a write lasts is given to writev in one call, in order"
// rules FLOW-35
// layer node

const { Writable } = require('stream');

const stream = new Writable({
  write(chunk, encoding, done) {
    log(String(chunk));
    setTimeout(done, 5);
  },
  writev(chunks, done) {
    log('together', chunks.length);
    for (const { chunk } of chunks) log(String(chunk));
    done();
  },
});
for (const text of ['a', 'b', 'c']) stream.write(text);
stream.end(() => log('finish'));
