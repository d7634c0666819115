// title "what is written to a corked stream waits until it is uncorked, and is written together"
// rules FLOW-9
// layer node

const { Writable } = require('stream');

const stream = new Writable({
  write(chunk, encoding, callback) { log(`write-${chunk}`); callback(); },
  writev(chunks, callback) { log('writev', chunks.length); callback(); },
});
stream.cork();
stream.write('a');
stream.write('b');
log('corked');
process.nextTick(() => {
  log('uncork');
  stream.uncork();
});
