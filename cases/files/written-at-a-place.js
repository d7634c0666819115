// title "a stream writes from its start on, whether its chunks come one by one or together"
// rules FILE-26
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const name = path.join(os.tmpdir(), `loopspec-place-${process.pid}`);
  const parts = {
    'one-by-one': (stream, done) => stream.write('1', () => stream.write('2', () => stream.end('3', done))),
    together: (stream, done) => {
      stream.write('1');
      stream.write('2');
      stream.end('3', done);
    },
    corked: (stream, done) => {
      stream.cork();
      stream.write('1');
      stream.write('2', () => stream.end('3', done));
      stream.uncork();
    },
    mixed: (stream, done) => stream.write('1', () => {
      stream.cork();
      stream.write('2');
      stream.end('3', done);
    }),
  };
  const names = Object.keys(parts);
  const next = (start) => {
    if (names.length === 0) return fs.unlinkSync(name);
    fs.writeFileSync(name, 'abcdef');
    const stream = fs.createWriteStream(name, { flags: 'r+', start });
    parts[names[0]](stream, () => {});
    stream.on('close', () => {
      log(`${names[0]}-${fs.readFileSync(name, 'utf8')}`, stream.bytesWritten);
      if (start === 2) names.shift();
      next(start === 2 ? 0 : 2);
    });
  };
  next(0);
}
