// title "an abort rejects what waits to be written, tells the sink once its write is over, and a failing sink does so itself"
// rules WEB-11
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const settled = (label, promise) => promise.then(() => log(`${label}-fulfilled`), (reason) => log(`${label}-rejected`, typeof reason === 'number' ? reason : 0));
  const main = async () => {
    let release;
    const writer = new WritableStream({
      write(chunk, controller) {
        log('write', chunk);
        controller.signal.addEventListener('abort', () => log('signal', controller.signal.reason));
        return new Promise((resolve) => { release = resolve; });
      },
      abort(reason) { log('abort', reason); },
      close() { log('never'); },
    }).getWriter();
    await turn();
    const first = settled('first', writer.write(1));
    const second = settled('second', writer.write(2));
    const closed = settled('closed', writer.closed);
    await turn();
    const aborted = settled('aborted', writer.abort(7));
    log('called', Number(writer.desiredSize === null));
    await settled('ready', writer.ready);
    await settled('late', writer.write(3));
    await turn();
    log('release');
    release();
    await Promise.all([first, second, aborted, closed]);
    await settled('again', writer.abort(8));
    await settled('close', writer.close());

    const failing = new WritableStream({ write() { throw 9; }, abort() { log('never'); } }).getWriter();
    const over = settled('failing-closed', failing.closed);
    await settled('failing', failing.write(1));
    await over;
    await settled('after', failing.write(2));
    await settled('failing-ready', failing.ready);

    let controller;
    const erred = new WritableStream({ start(given) { controller = given; }, write() { log('never'); } }).getWriter();
    const queued = settled('queued', erred.write(1));
    controller.error(10);
    controller.error(11);
    await queued;
    await settled('erred', erred.closed);
    await settled('start', new WritableStream({ start() { return Promise.reject(12); } }).getWriter().closed);
    await settled('closing', new WritableStream({ close() { throw 13; } }).close());
    await settled('aborting', new WritableStream({ abort() { throw 14; } }).abort(1));
    const done = new WritableStream({ abort() { log('never'); } });
    await done.close();
    await settled('closed-before', done.abort(1));
  };
  main();
}
