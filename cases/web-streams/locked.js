// title "a stream has one reader or writer at a time, and who releases it leaves the rest to the next"
// rules WEB-3
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.name}`); } };
  const settled = (label, promise) => promise.then(() => log(`${label}-fulfilled`), (error) => log(`${label}-${error.name}`));
  const main = async () => {
    let controller;
    const stream = new ReadableStream({ start(given) { controller = given; } });
    log('locked', Number(stream.locked));
    const reader = stream.getReader();
    log('locked', Number(stream.locked));
    thrown('second-reader', () => stream.getReader());
    thrown('second-constructed', () => new ReadableStreamDefaultReader(stream));
    thrown('tee', () => stream.tee());
    thrown('values', () => stream.values());
    await settled('cancel', stream.cancel());
    await settled('pipe', stream.pipeTo(new WritableStream()));
    const { closed } = reader;
    const pending = reader.read();
    reader.releaseLock();
    log('released', Number(stream.locked));
    await settled('pending', pending);
    await settled('closed', closed);
    await settled('closed-afterwards', reader.closed);
    await settled('read', reader.read());
    await settled('cancel-released', reader.cancel());
    thrown('again', () => reader.releaseLock());
    const next = stream.getReader();
    controller.enqueue(1);
    controller.enqueue(2);
    log('first', (await next.read()).value);
    next.releaseLock();
    log('second', (await stream.getReader().read()).value);
    const sink = new WritableStream();
    log('locked', Number(sink.locked));
    const writer = sink.getWriter();
    log('locked', Number(sink.locked));
    thrown('second-writer', () => sink.getWriter());
    await settled('abort', sink.abort());
    await settled('close', sink.close());
    await settled('pipe', new ReadableStream().pipeTo(sink));
    const ended = writer.closed;
    const last = writer.write(1);
    writer.releaseLock();
    log('released', Number(sink.locked));
    await settled('last', last);
    await settled('writer-closed', ended);
    await settled('writer-ready', writer.ready);
    await settled('write', writer.write(2));
    thrown('desired-size', () => writer.desiredSize);
    await settled('next', sink.getWriter().write(3));
  };
  main();
}
