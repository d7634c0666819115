// title "ref, unref and refresh return the timer, and a second call changes nothing"
// rules TIMEOUT-5
// layer node

process.on('exit', () => log('exit'));
const held = setTimeout(() => log('held'), 5);
log(held.unref() === held && held.ref() === held ? 'self' : 'other');
log(held.refresh() === held ? 'self' : 'other');
held.ref();
const free = setTimeout(() => log('free'), 50);
free.unref().unref();
const immediate = setImmediate(() => log('immediate'));
log(immediate.unref() === immediate && immediate.ref() === immediate ? 'self' : 'other');
