// title "a stream that is destroyed with an error while it reads emits error and close, and no end"
// rules FLOW-37
// layer node

const { Readable } = require('stream');

// As it is from Node 14 on.
if (process.versions.node.split('.')[0] >= 14) {
  let count = 0;
  const stream = new Readable({
    read() {
      if (++count < 3) this.push(String(count));
      else this.destroy(new Error('failed'));
    },
  });
  stream.on('data', (chunk) => log('data', Number(chunk)));
  stream.on('end', () => log('end'));
  stream.on('error', (error) => log(error.message));
  stream.on('close', () => log('close'));
}
