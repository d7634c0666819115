// title "a signal cancels all promised timers that have it, and none that has another"
// rules PTIMER-21
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const [first, second] = [new AbortController(), new AbortController()];
const tell = (promise, number) => promise.then(() => log('fulfilled', number),
  (error) => log(error.code === 'ABORT_ERR' ? 'aborted' : 'other', number));
tell(timers.setTimeout(50, null, { signal: first.signal }), 1);
tell(timers.setTimeout(50, null, { signal: first.signal }), 2);
tell(timers.setTimeout(20, null, { signal: second.signal }), 3);
tell(timers.setTimeout(60, null, { signal: first.signal }), 4);
setTimeout(() => first.abort(), 10);
process.on('exit', () => log('exit'));
