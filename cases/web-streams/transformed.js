// title "a transform gets one chunk at a time and only when its result is wanted, is flushed at the end, and fails as a whole"
// rules WEB-12
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const settled = (label, promise) => promise.then(() => log(`${label}-fulfilled`), (reason) => log(`${label}-rejected`, typeof reason === 'number' ? reason : 0));
  const main = async () => {
    const doubling = new TransformStream({
      start(controller) { log('start', controller.desiredSize); },
      transform(chunk, controller) { log('transform', chunk); controller.enqueue(chunk); controller.enqueue(chunk * 2); },
      flush(controller) { log('flush'); controller.enqueue(99); },
    });
    const writer = doubling.writable.getWriter();
    const reader = doubling.readable.getReader();
    const writes = [1, 2].map((chunk) => writer.write(chunk).then(() => log('written', chunk)));
    const closed = writer.close().then(() => log('closed'));
    await turn();
    log('unwanted');
    for (let result = await reader.read(); !result.done; result = await reader.read()) { log('read', result.value); await turn(); }
    await Promise.all([...writes, closed]);

    const same = new TransformStream();
    same.writable.getWriter().write(3);
    log('identity', (await same.readable.getReader().read()).value);

    const failing = new TransformStream({ transform() { throw 4; }, flush() { log('never'); } });
    const written = settled('failing-write', failing.writable.getWriter().write(1));
    await settled('failing-read', failing.readable.getReader().read());
    await written;

    let controller;
    const ended = new TransformStream({ start(given) { controller = given; } }, {}, { highWaterMark: 3 });
    const wished = controller.desiredSize;
    controller.enqueue(5);
    log('desired', wished * 10 + controller.desiredSize);
    const out = ended.readable.getReader();
    const into = ended.writable.getWriter();
    controller.terminate();
    log('kept', (await out.read()).value);
    log('terminated', Number((await out.read()).done));
    await settled('terminated-write', into.write(1));

    const erred = new TransformStream({ start(given) { controller = given; } });
    const reading = settled('erred-read', erred.readable.getReader().read());
    controller.error(6);
    await reading;
    await settled('erred-write', erred.writable.getWriter().write(1));

    const aborted = new TransformStream({ flush() { log('never'); } });
    const { readable } = aborted;
    await settled('abort', aborted.writable.abort(7));
    await settled('aborted-read', readable.getReader().read());
    const cancelled = new TransformStream();
    await settled('cancel', cancelled.readable.cancel(8));
    await settled('cancelled-write', cancelled.writable.getWriter().write(1));
    const late = new TransformStream({ flush() { throw 9; } });
    const flushed = settled('flush', late.writable.close());
    await settled('flushed-read', late.readable.getReader().read());
    await flushed;
  };
  main();
}
