// title "a pipe waits for a full destination, passes on the end, a failure and an abort unless it is told not to, and unlocks both"
// rules WEB-7
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const source = (name, begin) => new ReadableStream({
    start: begin,
    cancel(reason) { log(`${name}-cancel`, typeof reason === 'number' ? reason : 0); },
  }, { highWaterMark: 5 });
  const sink = (name, begin, write) => new WritableStream({
    start: begin,
    write(chunk) { log(`${name}-write`, chunk); return write && write(chunk); },
    close() { log(`${name}-close`); },
    abort(reason) { log(`${name}-abort`, typeof reason === 'number' ? reason : 0); },
  });
  const filled = (controller) => { controller.enqueue(1); controller.enqueue(2); controller.close(); };
  const failed = (reason) => (controller) => controller.error(reason);
  const pipe = async (name, from, to, options) => {
    await from.pipeTo(to, options).then(
      (value) => log(`${name}-fulfilled`, Number(value === undefined)),
      (reason) => log(`${name}-rejected`, typeof reason === 'number' ? reason : 0));
    log('locked', Number(from.locked) + Number(to.locked));
    await turn();
  };
  const main = async () => {
    await pipe('plain', source('plain', filled), sink('plain'));
    const open = sink('open');
    await pipe('open', source('open', filled), open, { preventClose: true });
    await open.getWriter().write(3);
    await pipe('failing', source('failing', failed(4)), sink('failing'));
    await pipe('spared', source('spared', failed(5)), sink('spared'), { preventAbort: true });
    const broken = [sink('broken', failed(6)), sink('kept', failed(7))];
    await turn();
    await pipe('broken', source('broken', filled), broken[0]);
    await pipe('kept', source('kept', filled), broken[1], { preventCancel: true });
    await pipe('write', source('write', (controller) => { controller.enqueue(1); controller.enqueue(2); }), sink('write', undefined, () => Promise.reject(8)));
    await pipe('aborted', source('aborted', filled), sink('aborted'), { signal: AbortSignal.abort(9) });
    await pipe('spared-both', source('spared-both', filled), sink('spared-both'),
      { signal: AbortSignal.abort(10), preventAbort: true, preventCancel: true });
    const controller = new AbortController();
    setTimeout(() => controller.abort(11), 5);
    await pipe('later', source('later', (given) => given.enqueue(1)), sink('later'), { signal: controller.signal });
    const closed = sink('closed');
    await closed.close();
    await pipe('closed', source('closed', filled), closed);
    let given = 0;
    let release;
    const patient = new ReadableStream({ pull(to) { given += 1; if (given > 3) to.close(); else to.enqueue(given); } }, { highWaterMark: 0 });
    const slow = new WritableStream({ write(chunk) { log('slow', chunk); return new Promise((resolve) => { release = resolve; }); } });
    const piped = patient.pipeTo(slow);
    for (let at = 0; at < 3; at += 1) { await turn(); log('given', given); release(); }
    await piped;
    const through = new TransformStream({ transform(chunk, to) { to.enqueue(chunk * 10); } });
    const end = source('through', filled).pipeThrough(through);
    log('through', Number(end === through.readable));
    const reader = end.getReader();
    log('read', (await reader.read()).value);
    log('read', (await reader.read()).value);
    log('done', Number((await reader.read()).done));
  };
  main();
}
