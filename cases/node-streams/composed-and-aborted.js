// title "what is composed with a signal is destroyed when that is aborted"
// rules FLOW-30
// layer node

const { PassThrough, Readable } = require('stream');

const [major, minor] = process.versions.node.split('.').map(Number);
// Before Node 24.14 and 25.4 the composed stream emits nothing.
if (major >= 24 && minor >= ({ 24: 14, 25: 4 }[major] || 0)) {
  const controller = new AbortController();
  const composed = new Readable({ read() {} }).compose(new PassThrough(), { signal: controller.signal });
  composed.on('error', ({ name }) => log(name)).on('close', () => log('close'));
  controller.abort();
  log('destroyed', Number(composed.destroyed));
}
