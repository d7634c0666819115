// title "each callback that is given to end() before the stream is finished is called, with the error if there is one"
// rules FLOW-57
// layer node

const { Writable } = require('stream');

// From Node 14 on.
if (process.versions.node.split('.')[0] >= 14) {
  const writable = new Writable({ write(chunk, encoding, done) { setImmediate(done); } });
  writable.on('finish', () => log('finish'));
  writable.end('chunk', () => log('first'));
  writable.end(() => log('second'));
  writable.end(() => {
    log('third');
    const failing = new Writable({ write(chunk, encoding, done) { setImmediate(done, new Error('failure')); } });
    failing.on('error', ({ message }) => log(message));
    failing.end('chunk', (error) => log('fourth', Number(error.message === 'failure')));
    failing.end((error) => log('fifth', Number(error.message === 'failure')));
  });
}
