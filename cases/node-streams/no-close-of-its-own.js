// title "a stream without autoDestroy closes only when it is destroyed, one without emitClose emits nothing then"
// rules FLOW-20
// layer node

const { Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(); } });
  stream.on('finish', () => log('finish')).on('close', () => log('close'));
  stream.end('a');
  setTimeout(() => {
    log('destroyed', Number(stream.destroyed));
    stream.destroy();
    const silent = new Readable({ emitClose: false, read() { this.push(null); } });
    silent.on('end', () => log('end')).on('close', () => log('close')).resume();
    const failing = new Writable({ emitClose: false, write(chunk, encoding, done) { done(new Error('failure')); } });
    failing.on('error', () => log('error')).on('close', () => log('close'));
    setTimeout(() => { log('destroyed', Number(silent.destroyed)); failing.write('a'); }, 1);
  }, 1);
}
