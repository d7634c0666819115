// title "a stream is read until its mark is reached, and again only after a push"
// rules FLOW-24
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  let next = 0;
  const eager = new Readable({ objectMode: true, highWaterMark: 3, read() { next++; log('more', Number(this.push(next))); } });
  eager.read(0);
  setImmediate(() => {
    log('ahead', eager.readableLength);
    let asked = 0;
    const lazy = new Readable({ objectMode: true, read() { asked++; } });
    lazy.on('data', (value) => log('data', value));
    setImmediate(() => {
      lazy.read(0);
      lazy.resume();
      log('asked', asked);
      lazy.push(7);
      setImmediate(() => { log('asked', asked); log('mark', lazy.readableHighWaterMark); });
    });
  });
}
