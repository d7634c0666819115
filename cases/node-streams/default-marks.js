// title "the default marks can be set for streams that are made afterwards"
// rules FLOW-40
// layer node

const stream = require('stream');

// From Node 19.9 on, and from 18.17.
if (process.versions.node.split('.')[0] >= 20) {
  const make = () => new stream.Readable({ objectMode: true, read() {} });
  const before = make();
  stream.setDefaultHighWaterMark(true, 5);
  log('was', before.readableHighWaterMark);
  log('new', make().readableHighWaterMark);
  log('told', stream.getDefaultHighWaterMark(true));
  log('bytes', Number(stream.getDefaultHighWaterMark(false) > 5));
}
