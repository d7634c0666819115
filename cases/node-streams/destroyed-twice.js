// title "a stream that is destroyed more than once emits one error, that of the first time, and one close, after the call"
// rules FLOW-32
// layer node

const { Readable, Writable } = require('stream');

// As it is from Node 14 on.
if (process.versions.node.split('.')[0] >= 14) {
  const streams = [new Readable({ read() {} }), new Writable({ write(chunk, encoding, done) { done(); } })];
  streams.forEach((stream, i) => {
    stream.on('error', (error) => log(error.message, i));
    stream.on('close', () => log('close', i));
    stream.destroy(new Error('first'));
    stream.destroy(new Error('second'));
    stream.destroy();
  });
  log('called');
}
