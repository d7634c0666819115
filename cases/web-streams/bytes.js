// title "a stream of bytes fills the buffer that its reader brings, which is detached, and keeps what does not fit"
// rules WEB-13
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const turn = () => new Promise(setImmediate);
  const bytes = (view) => Array.from(view).reduce((sum, byte) => sum * 10 + byte, 0);
  const main = async () => {
    let controller;
    const stream = new ReadableStream({ type: 'bytes', start(given) { controller = given; } }, { highWaterMark: 0 });
    const reader = stream.getReader({ mode: 'byob' });
    log('no-request', Number(controller.byobRequest === null));
    const view = new Uint8Array(4);
    const reading = reader.read(view);
    log('detached', Number(view.byteLength === 0));
    log('room', controller.byobRequest.view.byteLength);
    controller.byobRequest.view[0] = 1;
    controller.byobRequest.view[1] = 2;
    controller.byobRequest.respond(2);
    log('answered', Number(controller.byobRequest === null));
    const first = await reading;
    log('read', bytes(first.value));
    log('room', first.value.buffer.byteLength);
    controller.enqueue(new Uint8Array([3, 4, 5]));
    log('part', bytes((await reader.read(new Uint8Array(2))).value));
    log('rest', bytes((await reader.read(new Uint8Array(2))).value));
    const waiting = reader.read(new Uint8Array(2));
    controller.enqueue(new Uint8Array([6]));
    log('enqueued', bytes((await waiting).value));
    try { controller.enqueue(new Uint8Array(0)); } catch (error) { log(`empty-${error.name}`); }
    await reader.read(new Uint8Array(0)).catch((error) => log(`no-room-${error.name}`));
    const last = reader.read(new Uint8Array(2));
    controller.close();
    controller.byobRequest.respond(0);
    const { value, done } = await last;
    log('done', done ? value.byteLength : -1);

    const pulls = [];
    const pulled = new ReadableStream({
      type: 'bytes',
      autoAllocateChunkSize: 8,
      pull(given) {
        pulls.push(given.byobRequest.view.byteLength);
        given.byobRequest.view[0] = pulls.length;
        given.byobRequest.respond(1);
      },
    }).getReader();
    log('allocated', bytes((await pulled.read()).value));
    log('size', pulls[0]);
    log('allocated', bytes((await pulled.read()).value));
    try { new ReadableStream().getReader({ mode: 'byob' }); } catch (error) { log(`no-bytes-${error.name}`); }
    const plain = new ReadableStream({ type: 'bytes', start(given) { given.enqueue(new Uint8Array([7, 8])); given.close(); } }).getReader();
    log('plain', bytes((await plain.read()).value));
    log('end', Number((await plain.read()).done));
    await turn();
  };
  main();
}
