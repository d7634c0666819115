// title "a port says that it holds exactly while it has a listener and is referenced"
// rules WORKER-25
// layer node

// It can be asked from Node 18.1 on, and from 16.17.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const { MessageChannel } = require('worker_threads');

  const { port1, port2 } = new MessageChannel();
  const listener = () => {};
  const tell = (label) => log(label, Number(port1.hasRef()));
  tell('fresh');
  port2.on('message', listener);
  tell('other-listens');
  port1.on('message', listener);
  tell('listens');
  port1.off('message', listener);
  tell('listens-no-more');
  port1.on('message', listener);
  port1.unref();
  tell('unreferenced');
  port1.ref();
  tell('referenced');
  port1.close();
}
