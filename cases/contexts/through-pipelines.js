// title "the callback of a pipeline has the store of who made it, and so have its promise and that of finished"
// rules CONTEXT-16
// layer node

const { AsyncLocalStorage } = require('async_hooks');
const stream = require('stream');

// From Node 15 on, with its promises.
if (stream.promises) {
  const storage = new AsyncLocalStorage();
  const tell = (label) => () => log(label, storage.getStore() || 0);
  const make = () => [stream.Readable.from(['a', 'b']), new stream.PassThrough().resume()];
  storage.run(1, () => {
    stream.pipeline(...make(), tell('callback'));
    stream.promises.pipeline(...make()).then(tell('promise'));
    const [, last] = make();
    stream.finished(last, tell('finished'));
    last.end();
  });
  tell('outside')();
}
