// title "in object mode the mark counts objects, 16 of them by default"
// rules FLOW-34
// layer node

const { Readable, Writable } = require('stream');

const count = (options) => {
  const stream = new Writable({ objectMode: true, write() {}, ...options });
  let written = 1;
  while (stream.write({})) written++;
  return written;
};
log('default', count({}));
log('of-three', count({ highWaterMark: 3 }));
const readable = new Readable({ objectMode: true, read() {} });
let pushed = 1;
while (readable.push({})) pushed++;
log('readable', pushed);
