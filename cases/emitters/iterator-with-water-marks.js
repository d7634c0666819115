// title "the iterator of an event pauses its emitter above one mark and resumes it below another"
// rules EMIT-44
// layer node

const events = require('events');

// From Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const emitter = new events.EventEmitter();
  emitter.pause = () => log('pause');
  emitter.resume = () => log('resume');
  const iterator = events.on(emitter, 'event', { highWaterMark: 3, lowWaterMark: 2 });
  for (let i = 1; i <= 5; i++) {
    log('emit', i);
    emitter.emit('event', i);
  }
  (async () => {
    for (let i = 0; i < 5; i++) log('value', (await iterator.next()).value[0]);
    iterator.return();
  })();
}
