// title "strategies measure chunks by count or bytes; without one a stream has the mark 1, a transform's readable side 0"
// rules WEB-14
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.name}`); } };
  const count = new CountQueuingStrategy({ highWaterMark: 5 });
  const length = new ByteLengthQueuingStrategy({ highWaterMark: 50 });
  log('marks', count.highWaterMark * 100 + length.highWaterMark);
  log('sizes', count.size('abc') * 10 + length.size(new Uint8Array(4)));
  let controller;
  const start = (given) => { controller = given; };
  const source = (strategy) => new ReadableStream({ start }, strategy);
  source();
  log('default', controller.desiredSize);
  source(count);
  controller.enqueue('abc');
  log('counted', controller.desiredSize);
  source(length);
  controller.enqueue(new Uint8Array(20));
  log('measured', controller.desiredSize);
  controller.enqueue(new Uint8Array(40));
  log('beyond', controller.desiredSize);
  log('writable', new WritableStream().getWriter().desiredSize);
  const writer = new WritableStream({}, length).getWriter();
  writer.write(new Uint8Array(30));
  log('written', writer.desiredSize);
  const { writable } = new TransformStream({ start });
  log('transform', writable.getWriter().desiredSize * 10 + controller.desiredSize);
  thrown('negative', () => source({ highWaterMark: -1 }));
  thrown('nan', () => source({ highWaterMark: NaN }));
  source({ size: () => -1 });
  thrown('size', () => controller.enqueue(1));
  log('failed', Number(controller.desiredSize === null));
}
