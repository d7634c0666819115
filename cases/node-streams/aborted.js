// title "a stream whose signal is aborted is destroyed with an AbortError"
// rules FLOW-30
// layer node

const { Readable, Writable, addAbortSignal } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const controller = new AbortController();
  const { signal } = controller;
  const watch = (stream) => stream.on('error', ({ name }) => log(name)).on('close', () => log('close'));
  const stream = new Readable({ read() {} });
  log('same', Number(addAbortSignal(signal, stream) === stream));
  watch(stream);
  watch(new Writable({ signal, write(chunk, encoding, done) { done(); } }));
  controller.abort();
  log('destroyed', Number(stream.destroyed));
  setTimeout(() => watch(addAbortSignal(signal, new Readable({ read() {} }))), 1);
}
