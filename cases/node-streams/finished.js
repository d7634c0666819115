// title "finished calls back once, at the end or with the error"
// rules FLOW-10
// layer node

const { finished, Readable } = require('stream');

// From Node 10 on.
const good = new Readable({ read() {} });
finished(good, (error) => log(error ? 'error' : 'good'));
good.resume();
good.push(null);
const bad = new Readable({ read() {} });
finished(bad, (error) => log(error.message));
bad.on('error', () => {});
setTimeout(() => bad.destroy(new Error('bad')), 5);
const early = new Readable({ read() {} });
setTimeout(() => {
  finished(early, (error) => log(error.code));
  early.destroy();
}, 10);
