// title "a readable stream is ended with its end event, closed after the last one, and knows its error"
// rules FLOW-18
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 18) {
  const see = (stream, name) => {
    log(name);
    log('readable', Number(stream.readable));
    log('ended', Number(stream.readableEnded));
    log('destroyed', Number(stream.destroyed));
    log('closed', Number(stream.closed));
  };
  const stream = Readable.from(['a']);
  stream.on('end', () => see(stream, 'end')).on('close', () => {
    see(stream, 'close');
    log('did-read', Number(stream.readableDidRead));
    const broken = new Readable({ read() {} });
    broken.on('error', (error) => log('errored', Number(broken.errored === error))).on('close', () => {
      see(broken, 'broken');
      log('aborted', Number(broken.readableAborted));
    });
    broken.destroy(new Error('expected'));
    log('destroyed', Number(broken.destroyed));
  });
  see(stream, 'new');
  stream.resume();
}
