// title "what is to be transferred can be listed in several ways, ports come with the event, and what is none is refused"
// rules WORKER-43
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const threads = require('worker_threads');
  const { BroadcastChannel, MessageChannel, Worker, receiveMessageOnPort } = threads;
  const tell = (label, flag) => log(label, Number(flag));
  const refuse = (label, act, name) => {
    try {
      act();
      log(label, 0);
    } catch (error) {
      tell(label, error.name === name || error.code === name);
    }
  };
  // What the main thread is.
  tell('main', threads.isMainThread && threads.parentPort === null && threads.threadId === 0);
  tell('no-data', threads.workerData === null || threads.workerData === undefined);

  const { port1, port2 } = new MessageChannel();
  const memory = [new ArrayBuffer(4), new ArrayBuffer(4), new ArrayBuffer(4)];
  const inner = new MessageChannel();
  port1.postMessage(1, { transfer: [memory[0]] });
  port1.postMessage({ port: inner.port1, bytes: memory[1] }, [inner.port1, memory[1]]);
  tell('gone', memory[0].byteLength === 0 && memory[1].byteLength === 0);
  port1.postMessage(3);
  refuse('no-port', () => receiveMessageOnPort({}), 'ERR_INVALID_ARG_TYPE');
  refuse('no-value', () => port1.postMessage(), 'TypeError');
  const wrong = new BroadcastChannel('name');
  refuse('broadcast-of-a-function', () => wrong.postMessage(() => {}), 'DataCloneError');
  wrong.close();

  // A handler alone holds the process until the port is closed.
  port2.onmessage = ({ data, ports }) => {
    log('message', typeof data === 'number' ? data : 2);
    log('ports', ports.length);
    if (data.port) tell('same-port', ports[0] === data.port && data.bytes.byteLength === 4);
    if (data !== 3) return;
    inner.port2.close();
    setTimeout(() => {
      tell('has-reference', port2.hasRef === undefined || port2.hasRef());
      port2.close();
      again();
    }, 10);
  };

  function again() {
    const worker = new Worker(`
      const { parentPort, workerData, threadId } = require('worker_threads');
      parentPort.once('message', ({ bytes }) => {
        parentPort.postMessage({ bytes, threadId, noData: workerData === null || workerData === undefined }, [bytes]);
        bytes.byteLength || parentPort.postMessage('gone-there');
      });
    `, { eval: true });
    const { threadId } = worker;
    worker.postMessage({ bytes: memory[2] }, [memory[2]]);
    tell('gone-to-the-worker', memory[2].byteLength === 0);
    worker.on('message', (message) => {
      if (message === 'gone-there') return log('gone-there');
      tell('returned', message.bytes.byteLength === 4);
      tell('id', message.threadId === threadId);
      return tell('nothing-given', message.noData);
    });
    worker.on('error', () => log('error'));
    worker.on('exit', (code) => log('exit', code));
  }
}
