// title "end() writes its chunk last and calls back once all is written"
// rules FLOW-4
// layer node

const { Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Writable({ write(chunk, encoding, done) { log('write', Number(String(chunk))); setImmediate(done); } });
  stream.on('finish', () => log('finish')).on('close', () => log('close'));
  stream.write('1', () => log('written', 1));
  stream.write('2', () => log('written', 2));
  stream.end('3', () => log('ended'));
  log('after');
}
