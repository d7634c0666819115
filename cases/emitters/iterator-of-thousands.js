// title "the iterator of an event gives thousands of events that waited, and answers thousands that wait, in order"
// rules EMIT-27
// layer node

const events = require('events');

// From Node 12.16 on.
if (events.on) {
  // A queue of Node's holds 2047 before it needs another.
  const many = 5000;
  (async () => {
    const emitter = new events.EventEmitter();
    const iterator = events.on(emitter, 'event');
    let ordered = 1;
    for (let i = 0; i < many; i++) emitter.emit('event', i);
    for (let i = 0; i < many; i++) if ((await iterator.next()).value[0] !== i) ordered = 0;
    log('emitted', ordered);
    const waiting = Array.from({ length: many }, () => iterator.next());
    for (let i = 0; i < many; i++) emitter.emit('event', i);
    log('waited', Number((await Promise.all(waiting)).every(({ value }, i) => value[0] === i)));
    iterator.return();
  })();
}
