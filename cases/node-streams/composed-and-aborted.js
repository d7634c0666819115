// title "what is composed with a signal is destroyed when that is aborted"
// rules FLOW-30
// layer node

const { PassThrough, Readable } = require('stream');

// Before Node 24 the composed stream emits nothing.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const controller = new AbortController();
  const composed = new Readable({ read() {} }).compose(new PassThrough(), { signal: controller.signal });
  composed.on('error', ({ name }) => log(name)).on('close', () => log('close'));
  controller.abort();
  log('destroyed', Number(composed.destroyed));
}
