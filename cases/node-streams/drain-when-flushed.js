// title "drain comes once all that was buffered is written, only after a write that said no"
// rules FLOW-34
// layer node

const { Writable } = require('stream');

const stream = new Writable({
  highWaterMark: 3,
  write(chunk, encoding, done) {
    log(String(chunk));
    setTimeout(done, 5);
  },
});
stream.on('drain', () => {
  log('drain', stream.writableLength);
  if (stream.over) return;
  stream.over = true;
  log('more', Number(stream.write('d')));
});
log('more', Number(stream.write('a')));
log('more', Number(stream.write('b')));
log('more', Number(stream.write('c')));
