// title "a pipe pauses its source while the destination is full and goes on when it drains"
// rules FLOW-15
// layer node

const { Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  let release;
  const sink = new Writable({ objectMode: true, highWaterMark: 2, write(chunk, encoding, done) { log('write', chunk); release = done; } });
  const source = new Readable({ objectMode: true, highWaterMark: 1, read() {} });
  source.pipe(sink);
  for (let i = 1; i <= 4; i++) source.push(i);
  source.push(null);
  let turns = 0;
  const step = () => {
    turns++;
    if (turns === 3) log('full', Number(sink.writableNeedDrain !== false && sink.writableLength === 2));
    if (turns === 3) log('flowing', Number(source.readableFlowing));
    if (turns === 3) log('waiting', source.readableLength);
    if (turns >= 4 && release) { const done = release; release = undefined; done(); }
    if (sink.writableFinished) return;
    setImmediate(step);
  };
  sink.on('drain', () => log('drain')).on('finish', () => log('finish'));
  setImmediate(step);
}
