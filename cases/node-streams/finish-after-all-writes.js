// title "finish comes once, when end was called and all writes are done"
// rules FLOW-4
// layer node

const { Writable } = require('stream');

const stream = new Writable({
  write(chunk, encoding, callback) {
    log(`write-${chunk}`);
    setTimeout(callback, 5);
  },
});
stream.on('finish', () => log('finish'));
stream.write('a', () => log('written-a'));
stream.write('b', () => log('written-b'));
stream.end(() => log('ended'));
log('called');
