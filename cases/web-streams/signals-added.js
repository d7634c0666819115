// title "a signal that is added to a web stream fails it with an AbortError when it is aborted, or was before"
// rules WEB-15
// layer node

const { addAbortSignal } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const settled = (label, promise) => promise.then(() => log(`${label}-fulfilled`), ({ name }) => log(`${label}-${name}`));
  const main = async () => {
    const controller = new AbortController();
    const source = new ReadableStream({ start(given) { given.enqueue(1); }, cancel() { log('never'); } });
    log('same', Number(addAbortSignal(controller.signal, source) === source));
    const reader = source.getReader();
    log('read', (await reader.read()).value);
    const waiting = settled('waiting', reader.read());
    const sink = addAbortSignal(controller.signal, new WritableStream({ write() { log('write'); } })).getWriter();
    await sink.write(1);
    controller.abort();
    await waiting;
    await settled('later', reader.read());
    await settled('closed', reader.closed);
    await settled('write', sink.write(2));
    await settled('before', addAbortSignal(controller.signal, new ReadableStream()).getReader().read());
  };
  main();
}
