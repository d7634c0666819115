// title "a loop over a stream locks it, gives its chunks in order, and cancels it when it is left unless it was told not to"
// rules WEB-8
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const source = () => new ReadableStream({
    start(controller) { for (const chunk of [1, 2, 3]) controller.enqueue(chunk); controller.close(); },
    cancel(reason) { log('cancel', Number(reason === undefined)); },
  });
  const open = () => new ReadableStream({
    start(controller) { for (const chunk of [1, 2, 3]) controller.enqueue(chunk); },
    cancel(reason) { log('cancel', Number(reason === undefined)); },
  });
  const main = async () => {
    const whole = source();
    for await (const chunk of whole) log('locked', Number(whole.locked) * chunk);
    log('unlocked', Number(!whole.locked));
    const left = open();
    for await (const chunk of left) { log('chunk', chunk); break; }
    log('unlocked', Number(!left.locked));
    log('closed', Number((await left.getReader().read()).done));
    const thrown = open();
    try {
      for await (const chunk of thrown) { log('chunk', chunk); throw new Error('out'); }
    } catch (error) {
      log(error.message);
    }
    const kept = open();
    for await (const chunk of kept.values({ preventCancel: true })) { log('chunk', chunk); break; }
    log('unlocked', Number(!kept.locked));
    for await (const chunk of kept.values({ preventCancel: true })) { log('further', chunk); break; }
    const failing = new ReadableStream({ start(controller) { controller.enqueue(1); }, pull(controller) { controller.error(7); } }, { highWaterMark: 2 });
    await new Promise(setImmediate);
    try {
      for await (const chunk of failing) log('never', chunk);
    } catch (reason) {
      log('failed', reason);
    }
    log('unlocked', Number(!failing.locked));
    const iterator = source().values();
    const results = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    log('together', results.reduce((sum, { value, done }) => sum * 10 + (done ? 9 : value), 0));
    log('after', Number((await iterator.next()).done));
    const returned = open().values();
    log('next', (await returned.next()).value);
    const { value, done } = await returned.return(5);
    log('returned', done ? value : -1);
    log('over', Number((await returned.next()).done));
  };
  main();
}
