// title "an iterator of events is over when one of its closing events comes, after the values before it"
// rules EMIT-54
// layer node

const { EventEmitter, on } = require('events');

// From Node 20 on, and from 18.18.
if (process.versions.node.split('.')[0] >= 20) {
  const emitter = new EventEmitter();
  setTimeout(() => {
    emitter.emit('event', 1);
    emitter.emit('event', 2);
    emitter.emit('end');
    emitter.emit('event', 3);
  }, 1);
  (async () => {
    for await (const [value] of on(emitter, 'event', { close: ['end', 'stop'] })) log('value', value);
    log('over');
    log('left', emitter.listenerCount('event') + emitter.listenerCount('end') + emitter.listenerCount('stop'));
    // Each of the names closes, and who waits by then gets no value.
    const iterator = on(emitter, 'event', { close: ['end', 'stop'] });
    const asked = [iterator.next(), iterator.next()];
    emitter.emit('stop', 5);
    for (const { done, value } of await Promise.all(asked)) log('closed', Number(done && value === undefined));
    log('stays-closed', Number((await iterator.next()).done));
  })();
}
