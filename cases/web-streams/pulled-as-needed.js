// title "a source is pulled after its start until its mark is reached, one pull at a time, and again for each read"
// rules WEB-2
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const main = async () => {
    let started;
    let chunk = 0;
    const source = {
      start(controller) {
        log('start', controller.desiredSize);
        return new Promise((resolve) => { started = resolve; });
      },
      pull(controller) {
        chunk += 1;
        controller.enqueue(chunk);
        log('pull', controller.desiredSize);
      },
    };
    const stream = new ReadableStream(source, { highWaterMark: 3 });
    log('made');
    await turn();
    log('started');
    started();
    await turn();
    log('full');
    const reader = stream.getReader();
    log('read', (await reader.read()).value);
    await turn();
    log('read', (await reader.read()).value);
    await turn();
    let pulls = 0;
    let pulled;
    const slow = new ReadableStream({
      pull(controller) { pulls += 1; return new Promise((resolve) => { pulled = () => { controller.enqueue(pulls); resolve(); }; }); },
    }, { highWaterMark: 0 });
    await turn();
    log('unasked', pulls);
    const asked = slow.getReader();
    const reads = [asked.read(), asked.read(), asked.read()];
    await turn();
    log('asked', pulls);
    pulled();
    await turn();
    log('asked', pulls);
    pulled();
    await turn();
    pulled();
    log('values', (await Promise.all(reads)).reduce((sum, { value }) => sum * 10 + value, 0));
    await turn();
    log('pulls', pulls);
    let idle = 0;
    new ReadableStream({ pull() { idle += 1; } });
    await turn();
    log('once', idle);
    let sizes = 0;
    new ReadableStream({
      start(controller) {
        controller.enqueue('four');
        sizes = controller.desiredSize;
        controller.enqueue('three');
        log('over', controller.desiredSize);
        controller.close();
        log('closing', controller.desiredSize);
      },
      pull() { log('pulled-though-full'); },
    }, { highWaterMark: 6, size: (text) => text.length });
    log('sized', sizes);
    await turn();
  };
  main();
}
