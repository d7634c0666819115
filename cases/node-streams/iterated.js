// title "a stream that is iterated gives its chunks in order, and is destroyed when its loop is left"
// rules FLOW-12
// layer node

const { Readable } = require('stream');

const make = () => {
  const stream = new Readable({ objectMode: true, read() {} });
  for (const value of [1, 2, 3]) stream.push(value);
  stream.push(null);
  return stream;
};
(async () => {
  for await (const value of make()) log('value', value);
  const stream = make();
  for await (const value of stream) {
    log('first', value);
    break;
  }
  log('destroyed', Number(stream.destroyed));
})();
