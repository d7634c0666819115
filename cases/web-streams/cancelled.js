// title "a stream that is cancelled tells its source why, forgets its chunks and is closed; that happens once"
// rules WEB-4
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const settled = (label, promise) => promise.then(
    (value) => log(`${label}-fulfilled`, Number(value === undefined)), (reason) => log(`${label}-rejected`, reason));
  const main = async () => {
    let finish;
    let controller;
    const stream = new ReadableStream({
      start(given) { controller = given; controller.enqueue(1); },
      pull() { log('pull'); },
      cancel(reason) { log('cancel', reason); return new Promise((resolve) => { finish = resolve; }); },
    }, { highWaterMark: 1 });
    const reader = stream.getReader();
    settled('closed', reader.closed);
    const cancelled = settled('cancelled', reader.cancel(7));
    log('called');
    const { value, done } = await reader.read();
    log('read', Number(done && value === undefined));
    await settled('second', reader.cancel(8));
    try { controller.enqueue(2); } catch (error) { log(`enqueue-${error.name}`); }
    log('finish');
    finish();
    await cancelled;
    const waiting = new ReadableStream({ cancel(reason) { log('cancel', reason); } }).getReader();
    const reads = [waiting.read(), waiting.read()];
    waiting.cancel(9);
    for (const result of await Promise.all(reads)) log('waited', Number(result.done));
    await settled('refused', new ReadableStream({ cancel() { return Promise.reject(3); } }).cancel());
    await settled('thrown', new ReadableStream({ cancel() { throw 4; } }).cancel());
    await settled('failed', new ReadableStream({ start(given) { given.error(5); }, cancel() { log('never'); } }).cancel(6));
    await settled('closed-before', new ReadableStream({ start(given) { given.close(); }, cancel() { log('never'); } }).cancel(6));
    let pulled = 0;
    await new ReadableStream({ pull() { pulled += 1; } }, { highWaterMark: 0 }).cancel();
    await turn();
    log('pulled', pulled);
  };
  main();
}
