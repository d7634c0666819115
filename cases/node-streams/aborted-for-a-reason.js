// title "whatever the reason of an abort, streams and what waits for them fail with an AbortError that has it as its cause"
// rules FLOW-30 FLOW-31
// layer node

const { Readable, Writable, addAbortSignal, finished } = require('stream');

// As it is from Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const reason = new Error('a reason of our own');
  const quiet = (stream) => stream.on('error', () => {});
  const source = () => quiet(new Readable({ read() {} }));
  const sink = () => quiet(new Writable({ write(chunk, encoding, done) { done(); } }));
  const ways = {
    pipeline: (signal, done) => require('stream/promises').pipeline(source(), sink(), { signal }).catch(done),
    finished: (signal, done) => finished(source(), { signal }, done),
    added: (signal, done) => addAbortSignal(signal, source()).on('error', done),
    option: (signal, done) => quiet(new Writable({ signal, write() {} })).on('error', done),
  };
  const names = Object.keys(ways);
  const go = (before) => (index) => {
    if (index === names.length) return void (before || go(true)(0));
    const controller = new AbortController();
    if (before) controller.abort(reason);
    ways[names[index]](controller.signal, ({ name, code, cause }) => {
      log(`${names[index]}-${name}-${code}`, Number(cause === reason));
      setImmediate(go(before), index + 1);
    });
    if (!before) setImmediate(() => controller.abort(reason));
  };
  go(false)(0);
}
