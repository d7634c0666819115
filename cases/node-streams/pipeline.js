// title "a pipeline calls back once when it is done, and destroys its streams if one fails"
// rules FLOW-11
// layer node

const { pipeline, Readable, Writable } = require('stream');

const source = () => {
  const stream = new Readable({ read() {} });
  stream.push('a');
  return stream;
};
const good = source();
good.push(null);
pipeline(good, new Writable({ write(chunk, encoding, callback) { log(`write-${chunk}`); callback(); } }),
  (error) => log(error ? 'error' : 'done'));
setTimeout(() => {
  const bad = source();
  pipeline(bad, new Writable({ write(chunk, encoding, callback) { callback(new Error('failure')); } }),
    (error) => {
      log(error.message);
      log('destroyed', Number(bad.destroyed));
    });
}, 5);
