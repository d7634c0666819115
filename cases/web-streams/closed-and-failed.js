// title "a source that closes still has its chunks read; one that fails loses them, and rejects what waits and what comes"
// rules WEB-5
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.name}`); } };
  const rejected = (label, promise) => promise.then(() => log(`${label}-fulfilled`), (reason) => log(`${label}-rejected`, reason));
  const main = async () => {
    let controller;
    const closing = new ReadableStream({ start(given) { controller = given; } }, { highWaterMark: 4 });
    controller.enqueue(1);
    log('desired', controller.desiredSize);
    controller.close();
    thrown('enqueue', () => controller.enqueue(2));
    thrown('close', () => controller.close());
    const reader = closing.getReader();
    log('read', (await reader.read()).value);
    log('done', Number((await reader.read()).done));
    log('desired', controller.desiredSize);
    controller.error(3);
    log('still-done', Number((await reader.read()).done));

    const failing = new ReadableStream({ start(given) { controller = given; } }, { highWaterMark: 4 });
    const waiting = failing.getReader();
    const reads = [waiting.read(), waiting.read()];
    const { closed } = waiting;
    controller.error(4);
    await rejected('first', reads[0]);
    await rejected('second', reads[1]);
    await rejected('closed', closed);
    await rejected('later', waiting.read());
    log('desired', Number(controller.desiredSize === null));
    thrown('enqueue', () => controller.enqueue(2));
    controller.error(5);
    await rejected('once', waiting.read());

    const full = new ReadableStream({ start(given) { given.enqueue(1); given.error(6); } }).getReader();
    await rejected('lost', full.read());
    thrown('start', () => new ReadableStream({ start() { throw new RangeError('no'); } }));
    await rejected('start', new ReadableStream({ start() { return Promise.reject(7); } }).getReader().read());
    await rejected('pull', new ReadableStream({ pull() { throw 8; } }).getReader().read());
    await rejected('pull-later', new ReadableStream({ pull() { return Promise.reject(9); } }).getReader().read());
  };
  main();
}
