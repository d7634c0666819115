// title "a stream that is paused in a data listener emits nothing more until it is resumed, and then not within the call"
// rules FLOW-2
// layer node

const { Readable } = require('stream');

const stream = new Readable({ read() {} });
stream.on('data', (chunk) => {
  log(String(chunk));
  stream.pause();
  setTimeout(() => {
    log('resume');
    stream.resume();
    log('resumed');
  }, 5);
});
stream.push('a');
stream.push('b');
