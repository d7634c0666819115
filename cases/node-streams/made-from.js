// title "a stream made from an iterable gives its values in order, a string whole, and closes it if it is destroyed"
// rules FLOW-27
// layer node

const { Readable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const show = (stream, then) => {
    stream.on('data', (value) => log('data', Number(value))).on('end', () => log('end')).on('close', then);
  };
  const generate = async function* generate() {
    try {
      for (let i = 1; i < 9; i++) { log('asked', i); yield i; }
    } finally {
      log('finally');
    }
  };
  show(Readable.from([3, 1, 2]), () => {
    show(Readable.from('456'), () => {
      const stream = Readable.from(generate());
      stream.on('close', () => log('close'));
      stream.on('data', (value) => { log('data', value); if (value === 2) stream.destroy(); });
    });
  });
}
