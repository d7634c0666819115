// title "a transform ends after its flush has called back, with what the flush pushed"
// rules FLOW-25
// layer node

const { PassThrough, Transform } = require('stream');

const stream = new Transform({
  transform(chunk, encoding, done) { done(null, chunk); },
  flush(done) {
    setTimeout(() => {
      log('flushed');
      done(null, 'last');
    }, 5);
  },
});
stream.on('data', (chunk) => log(String(chunk)));
stream.on('end', () => log('end'));
stream.on('finish', () => log('finish'));
stream.end('first');
setTimeout(() => {
  const through = new PassThrough();
  through.on('data', (chunk) => log(String(chunk)));
  through.end('passed');
}, 20);
