// title "a readable web stream gives each chunk once and in order, to reads that wait as to later ones, and is then done"
// rules WEB-1
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const main = async () => {
    let given;
    const early = new ReadableStream({ start(controller) { given = controller; } }).getReader();
    const waiting = [0, 1, 2].map((at) => early.read().then(({ value, done }) => log(`waited-${at}`, done ? -1 : value)));
    early.closed.then((value) => log('closed', Number(value === undefined)));
    await turn();
    log('enqueue');
    given.enqueue(10);
    given.enqueue(11);
    log('enqueued');
    await turn();
    given.close();
    log('close');
    await Promise.all(waiting);
    await turn();
    const late = new ReadableStream({
      start(controller) { for (const chunk of [20, undefined, 22]) controller.enqueue(chunk); controller.close(); },
    }, { highWaterMark: 5 }).getReader();
    let closed = 0;
    late.closed.then(() => { closed = 1; });
    for (let done = false; !done;) {
      const result = await late.read();
      done = result.done;
      log(done ? 'done' : 'chunk', result.value === undefined ? 0 : result.value);
      if (!done) { await turn(); log('closed', closed); }
    }
    const again = await late.read();
    log('again', Number(again.done && again.value === undefined));
    const object = {};
    const same = await new ReadableStream({ start(controller) { controller.enqueue(object); } }).getReader().read();
    log('same', Number(same.value === object));
  };
  main();
}
