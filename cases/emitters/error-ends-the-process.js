// title "an error event without a listener ends the process"
// rules EMIT-12
// layer node

const EventEmitter = require('events');

process.on('exit', (code) => log('exit', code));
setTimeout(() => {
  log('begin');
  new EventEmitter().emit('error', new Error('this is expected'));
  log('end');
}, 1);
setTimeout(() => log('next'), 10);
