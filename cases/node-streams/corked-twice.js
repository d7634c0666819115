// title "a stream that was corked twice is uncorked twice, and its end writes what is left"
// rules FLOW-9
// layer node

const { Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Writable({
    write(chunk, encoding, done) { log('write', Number(String(chunk))); done(); },
    writev(chunks, done) { log('together', chunks.length); done(); },
  });
  stream.on('finish', () => log('finish'));
  stream.cork();
  stream.cork();
  log('corked', stream.writableCorked);
  stream.write('1');
  stream.write('2');
  stream.uncork();
  log('corked', stream.writableCorked);
  stream.uncork();
  log('uncorked');
  stream.write('3');
  stream.cork();
  stream.write('4');
  stream.end('5');
  log('ended');
}
