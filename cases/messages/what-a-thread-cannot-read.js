// title "a worker, its port and a broadcast channel each have an error for a message that they cannot read, and then the next message"
// rules WORKER-45
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { BroadcastChannel, MessageChannel, Worker } = require('worker_threads');
  const prelude = `
    const { BlockList } = require('net');
    // An object of Node's own that says that it is of a class which there is not.
    const unreadable = () => {
      const symbols = Object.getOwnPropertySymbols(BlockList.prototype);
      const clone = symbols.find((symbol) => symbol.description === 'messaging_clone_symbol');
      return Object.assign(new BlockList(), { [clone]: () => ({ data: {}, deserializeInfo: 'net:Nothing' }) });
    };
  `;
  const unreadable = new Function('require', `${prelude} return unreadable;`)(require);
  const tell = (label, flag) => log(label, Number(flag));
  const one = new BroadcastChannel('name');
  const other = new BroadcastChannel('name');
  other.onmessageerror = (...args) => tell('of-a-broadcast', args.length === 1 && args[0].type === 'messageerror');
  other.onmessage = ({ data }) => {
    log('broadcast', data);
    one.close();
    other.close();
    port();
  };
  one.postMessage(unreadable());
  one.postMessage(1);

  function port() {
    const { port1, port2 } = new MessageChannel();
    port2.on('messageerror', (...args) => tell('of-a-port', args.length === 1 && args[0] instanceof Error));
    port2.on('message', (number) => {
      log('message', number);
      port2.close();
      thread();
    });
    port1.postMessage(unreadable());
    port1.postMessage(2);
  }

  function thread() {
    const worker = new Worker(`
      ${prelude}
      const { parentPort } = require('worker_threads');
      let errors = 0;
      parentPort.on('messageerror', (error) => { errors += error instanceof Error ? 1 : 100; });
      parentPort.on('message', (message) => {
        if (message === 'end') return parentPort.close();
        parentPort.postMessage(errors);
        parentPort.postMessage(unreadable());
        parentPort.postMessage(3);
      });
    `, { eval: true });
    worker.on('messageerror', (...args) => tell('of-a-worker', args.length === 1 && args[0] instanceof Error));
    worker.on('message', (number) => {
      log('from-the-worker', number);
      if (number === 3) worker.postMessage('end');
    });
    worker.on('error', () => log('error'));
    worker.on('exit', (code) => log('exit', code));
    worker.postMessage(unreadable());
    worker.postMessage('begin');
  }
}
