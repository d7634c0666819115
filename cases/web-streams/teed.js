// title "both branches of a tee get every chunk, at their own pace, and cancel their source only together"
// rules WEB-6
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const drained = async (label, branch) => {
    const reader = branch.getReader();
    for (let result = await reader.read(); !result.done; result = await reader.read()) log(label, result.value);
    log(`${label}-done`);
  };
  const main = async () => {
    const source = new ReadableStream({ start(controller) { for (const chunk of [1, 2, 3]) controller.enqueue(chunk); controller.close(); } });
    const [first, second] = source.tee();
    log('locked', Number(source.locked));
    await drained('first', first);
    await drained('second', second);

    const object = {};
    const [one, other] = new ReadableStream({ start(controller) { controller.enqueue(object); } }).tee();
    log('same', Number((await one.getReader().read()).value === object && (await other.getReader().read()).value === object));

    const [left, right] = new ReadableStream({ cancel(reasons) { log('cancel', reasons[0] * 10 + reasons[1]); } }).tee();
    let over = 0;
    const cancelled = left.cancel(1).then(() => { over += 1; });
    await turn();
    log('half', over);
    await Promise.all([cancelled, right.cancel(2).then(() => { over += 1; })]);
    log('both', over);

    let controller;
    const [gone, kept] = new ReadableStream({ start(given) { controller = given; }, cancel() { log('never'); } }).tee();
    gone.cancel();
    controller.enqueue(5);
    const reader = kept.getReader();
    log('kept', (await reader.read()).value);
    controller.error(6);
    await reader.read().catch((reason) => log('failed', reason));
  };
  main();
}
