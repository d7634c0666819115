// title "an error of final destroys the stream: it does not finish"
// rules FLOW-37
// layer node

const { Writable } = require('stream');

// As it is from Node 15 on.
if (process.versions.node.split('.')[0] >= 15) {
  const stream = new Writable({
    write(chunk, encoding, done) { done(); },
    final(done) { setTimeout(() => done(new Error('failed')), 5); },
  });
  for (const name of ['finish', 'close']) stream.on(name, () => log(name));
  stream.on('error', (error) => log(error.message));
  stream.end('a', (error) => log(error ? 'called-back' : 'well'));
}
