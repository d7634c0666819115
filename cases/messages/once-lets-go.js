// title "a port whose only listener was for one message holds nothing once that has come"
// rules WORKER-25
// layer node

const { MessageChannel } = require('worker_threads'); // From Node 11 on. Before, this throws.

const { port1, port2 } = new MessageChannel();
port2.once('message', (number) => log('message', number));
setTimeout(() => port1.postMessage(1), 10).unref();
setTimeout(() => log('late'), 100).unref();
process.on('exit', () => log('exit'));
