// title "the callback of a write that fails comes later and before the error event, and only close follows that"
// rules FLOW-17
// layer node

const { Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Writable({ write(chunk, encoding, done) { done(new Error('failure')); } });
  for (const event of ['finish', 'drain', 'error', 'close']) stream.on(event, () => log(event));
  stream.write('a', (error) => log(error ? 'callback-error' : 'callback'));
  stream.write('b', (error) => log(error ? 'buffered-error' : 'buffered'));
  stream.end(() => log('ended'));
  log('after');
  setTimeout(() => {
    stream.write('c', (error) => log(error.code === 'ERR_STREAM_DESTROYED' ? 'destroyed' : 'other'));
    stream.destroy(new Error('again'));
    log('late');
  }, 1);
}
