// title "a port that is moved to another context is gone from its own, and its messages come by its handler there"
// rules WORKER-39
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const vm = require('vm');
  const { MessageChannel, moveMessagePortToContext } = require('worker_threads');
  const { port1, port2 } = new MessageChannel();
  const context = vm.createContext({ log });
  port1.postMessage({ number: 1 });
  const moved = moveMessagePortToContext(port2, context);
  log('another', Number(moved !== port2));
  log('of-that-context', Number(vm.runInContext('(port) => port instanceof Object', context)(moved)));
  log('of-this-context', Number(moved instanceof Object));
  log('emitter', Number(moved.on !== undefined));
  log('target', Number(moved.addEventListener !== undefined));
  vm.runInContext(`(port) => {
    port.onmessage = ({ data }) => {
      log('message', data.number);
      log('own-object', Number(data instanceof Object));
      if (data.number === 2) port.close();
    };
    port.start();
  }`, context)(moved);
  port2.postMessage({ number: 9 });
  port1.on('message', () => log('returned'));
  port1.on('close', () => log('close'));
  port1.postMessage({ number: 2 });
}
