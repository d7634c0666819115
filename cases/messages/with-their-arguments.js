// title "a listener of messages has the clone alone, in whatever way it listens; what comes by hand comes by no other way"
// rules WORKER-38
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20 on; the error has its name from late releases of 20 and 22 on.
if (major >= 20) {
  const hasName = minor >= ({ 20: 19, 21: Infinity, 22: 10 }[major] || 0);
  const { BroadcastChannel, MessageChannel, receiveMessageOnPort } = require('worker_threads');
  const { port1, port2 } = new MessageChannel();

  // By hand, before anybody listens: the oldest, in an object with that alone.
  for (let i = 1; i <= 3; i++) port1.postMessage(i);
  const received = receiveMessageOnPort(port2);
  log('received', received.message);
  log('properties', Object.keys(received).length);

  port2.on('message', (...args) => log('on', args.length * 10 + args[0]));
  port2.addEventListener('message', (event) => {
    log('type', Number(event.type === 'message'));
    log('listener', event.data);
    log('target', Number(event.target === port2));
  });
  port2.onmessage = (...args) => {
    log('handler', args.length * 10 + args[0].data);
    log('ports', args[0].ports.length);
  };
  // With listeners, too.
  log('received', receiveMessageOnPort(port2).message);
  port2.once('close', () => {
    log('close');
    setTimeout(broadcasts, 1);
  });
  // What was posted before the close comes before it.
  port1.postMessage(4);
  port1.close();
  log('end');

  function broadcasts() {
    log('no-message', Number(receiveMessageOnPort(port2) === undefined));
    const one = new BroadcastChannel(5);
    const other = new BroadcastChannel('5');
    one.postMessage({ number: 1 });
    log('by-hand', receiveMessageOnPort(other).message.number);
    log('then-nothing', Number(receiveMessageOnPort(other) === undefined));
    other.onmessage = (...args) => {
      log('broadcast', args.length * 10 + args[0].data);
      log('broadcast-type', Number(args[0].type === 'message'));
      log('name', Number(one.name === '5'));
      one.close();
      other.close();
      try {
        one.postMessage(3);
        log('sent');
      } catch (error) {
        log('closed', Number(!hasName || error.name === 'InvalidStateError'));
      }
    };
    one.postMessage(2);
    one.postMessage(4);
  }
}
