// title "a sink has one write at a time, in order; ready and the desired size tell how many more fit, and close comes last"
// rules WEB-10
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const main = async () => {
    let started;
    let release;
    const sink = new WritableStream({
      start() { log('start'); return new Promise((resolve) => { started = resolve; }); },
      write(chunk) { log('write', chunk); return new Promise((resolve) => { release = resolve; }); },
      close() { log('close'); return new Promise((resolve) => { release = resolve; }); },
    }, { highWaterMark: 2 });
    const writer = sink.getWriter();
    log('desired', writer.desiredSize);
    const written = (at) => writer.write(at).then((value) => log('written', value === undefined ? at : -1));
    let ready = 0;
    const watch = () => { ready = 0; writer.ready.then(() => { ready = 1; }); };
    watch();
    await turn();
    log('ready', ready);
    written(1);
    log('desired', writer.desiredSize);
    written(2);
    log('desired', writer.desiredSize);
    watch();
    written(3);
    log('desired', writer.desiredSize);
    await turn();
    log('unstarted', ready);
    started();
    await turn();
    log('waiting', ready);
    release();
    await turn();
    log('one-less', ready);
    release();
    await turn();
    log('ready', ready);
    const closed = writer.close().then((value) => log('closing-done', Number(value === undefined)));
    const ended = writer.closed.then(() => log('closed'));
    await writer.write(4).catch((error) => log(`late-${error.name}`));
    await writer.close().catch((error) => log(`second-close-${error.name}`));
    await turn();
    log('release');
    release();
    await turn();
    release();
    await Promise.all([closed, ended]);
    log('desired', writer.desiredSize);
  };
  main();
}
