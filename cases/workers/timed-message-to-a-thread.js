// title "a message to a thread has its value and its source, and is rejected when its time is over"
// rules WORKER-28
// layer node

// From Node 22.5 on; as it is from 24 on.
if (process.versions.node.split('.')[0] >= 24) {
  const { MessageChannel, postMessageToThread, Worker } = require('worker_threads');
  const worker = new Worker(`
    const { parentPort, postMessageToThread, threadId } = require('worker_threads');
    process.on('workerMessage', (value, source) => {
      parentPort.postMessage(['source', source]);
      parentPort.postMessage(['value', value.map ? value.map.get(1) : value]);
      if (value.port) value.port.postMessage(threadId);
      if (value === 'back') postMessageToThread(0, new Map([[3, 4]]));
      if (value === 'end') parentPort.close();
    });
    parentPort.on('message', (memory) => {
      Atomics.store(memory, 1, 1);
      Atomics.notify(memory, 1);
      Atomics.wait(memory, 0, 0);
    });
    parentPort.postMessage(['begin', 0]);
  `, { eval: true });
  const send = (label, ...args) => postMessageToThread(worker.threadId, ...args).then(
    (value) => log(label, Number(value === undefined)), (error) => log(error.code));
  const { threadId } = worker;
  process.on('workerMessage', (map, source) => {
    log('returned', map.get(3));
    log('from-the-worker', Number(source === threadId));
  });
  worker.on('exit', () => process.removeAllListeners('workerMessage'));
  worker.on('message', async ([label, value]) => {
    if (typeof value === 'number') log(label, value);
    if (label !== 'begin') return;
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (number) => {
      log('through-the-port', Number(number === threadId));
      port2.close();
    });
    await send('processed', { map: new Map([[1, 2]]), port: port1 }, [port1]);
    // It answers within its time, or not, since the worker is stuck.
    await send('in-time', 5, 1000);
    const memory = new Int32Array(new SharedArrayBuffer(8));
    worker.postMessage(memory);
    Atomics.wait(memory, 1, 0);
    const begin = performance.now();
    await send('too-late', 6, [], 1000);
    const took = performance.now() - begin;
    log('took-its-time', Number(took >= 999 && took < 2000));
    Atomics.store(memory, 0, 1);
    Atomics.notify(memory, 0);
    await send('at-last', 'back');
    await send('processed', 'end');
  });
}
