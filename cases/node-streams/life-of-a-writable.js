// title "a writable stream is ended within end(), finished right before the event, closed after the last one"
// rules FLOW-18
// layer node

const { Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 18) {
  const stream = new Writable({ write(chunk, encoding, done) { setImmediate(done); } });
  const see = (name) => {
    log(name);
    log('writable', Number(stream.writable));
    log('ended', Number(stream.writableEnded));
    log('finished', Number(stream.writableFinished));
    log('destroyed', Number(stream.destroyed));
    log('closed', Number(stream.closed));
    log('length', stream.writableLength);
  };
  stream.on('finish', () => see('finish')).on('close', () => see('close'));
  see('new');
  stream.end('abc');
  see('end');
}
