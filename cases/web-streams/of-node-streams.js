// title "streams of Node become web streams and back: data, the end, failures and the way back are passed on"
// rules WEB-15
// layer node

const { Readable, Writable, Duplex, PassThrough, finished } = require('stream');
const promises = require('stream/promises');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const failure = Object.assign(new Error('no'), { code: 'OWN' });
  const settled = (label, promise) => promise.then(() => log(`${label}-fulfilled`), (error) => log(`${label}-${(error && (error.code || error.name)) || 'unknown'}`));
  const main = async () => {
    const web = Readable.toWeb(Readable.from(['a', 'b']));
    for await (const chunk of web) log(chunk);
    log('ended');
    const broken = new Readable({ read() {} });
    const reader = Readable.toWeb(broken).getReader();
    const reading = settled('broken', reader.read());
    broken.destroy(failure);
    await reading;
    const left = new Readable({ objectMode: true, read() {} });
    left.on('close', () => log('left-close')).on('error', ({ name }) => log(`left-${name}`));
    await settled('cancel', Readable.toWeb(left).cancel());
    log('destroyed', Number(left.destroyed));
    await turn();

    const back = Readable.fromWeb(new ReadableStream({
      start(controller) { controller.enqueue('c'); controller.enqueue('d'); controller.close(); },
    }), { objectMode: true });
    for await (const chunk of back) log(chunk);
    const gone = Readable.fromWeb(new ReadableStream({ cancel(reason) { log(`cancel-${reason.code}`); } }));
    gone.on('error', ({ code }) => log(`gone-${code}`)).destroy(failure);
    await turn();
    await turn();
    const erred = Readable.fromWeb(new ReadableStream({ start(controller) { controller.error(failure); } }));
    await settled('erred', promises.finished(erred));

    const written = new Writable({
      decodeStrings: false,
      write(chunk, encoding, done) { log('write', Number(chunk)); setImmediate(done); },
      final(done) { log('final'); done(); },
    });
    const writer = Writable.toWeb(written).getWriter();
    await Promise.all([writer.write('1'), writer.write('2'), writer.close()]);
    log('finished', Number(written.writableFinished));
    const sink = Writable.fromWeb(new WritableStream({
      write(chunk) { log(`sink-${String(chunk)}`); },
      close() { log('sink-close'); },
    }));
    sink.write('e');
    sink.end('f');
    await promises.finished(sink);
    const torn = Writable.fromWeb(new WritableStream({ abort(reason) { log(`abort-${reason.code}`); } }));
    torn.on('error', () => {}).destroy(failure);
    await turn();
    await turn();

    const { readable, writable } = Duplex.toWeb(new PassThrough({ objectMode: true }));
    writable.getWriter().write('g');
    log((await readable.getReader().read()).value);
    const seen = [];
    await promises.pipeline(
      new ReadableStream({ start(controller) { controller.enqueue('h'); controller.close(); } }),
      new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); } }),
      new WritableStream({ write(chunk) { seen.push(chunk); } }));
    log(`piped-${seen.join('')}`);
    const over = new ReadableStream({ start(controller) { controller.close(); } });
    finished(over, (error) => log('over', Number(!error)));
    log('called');
    await turn();
    await settled('failed', promises.finished(new ReadableStream({ start(controller) { controller.error(failure); } })));
  };
  main();
}
