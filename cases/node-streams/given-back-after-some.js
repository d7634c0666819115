// title "what is given back comes first, however much was read and still waits"
// rules FLOW-56
// layer node

const { Readable } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const stream = new Readable({ objectMode: true, highWaterMark: 9, read() {} });
  for (const chunk of ['a', 'b', 'c', 'd']) stream.push(chunk);
  const taken = [stream.read(), stream.read()];
  log(taken.join('-'));
  stream.unshift('b-again');
  stream.unshift('a-again');
  stream.unshift('first');
  stream.push('e');
  stream.push(null);
  stream.on('data', (chunk) => log(chunk)).on('end', () => log('end'));
}
