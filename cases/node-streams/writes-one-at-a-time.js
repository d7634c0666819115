// title "a stream writes one chunk at a time, in order"
// rules FLOW-5
// layer node

const { Writable } = require('stream');

let writing = 0;
const stream = new Writable({
  write(chunk, encoding, callback) {
    writing++;
    log(`write-${chunk}`, writing);
    setImmediate(() => {
      writing--;
      callback();
    });
  },
});
for (const chunk of ['a', 'b', 'c']) stream.write(chunk);
stream.end();
