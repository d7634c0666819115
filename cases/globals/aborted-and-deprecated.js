// title "util.aborted() waits for the abort and holds nothing; a deprecated function warns in a tick after its first call only"
// rules GLOBAL-13
// layer node

const util = require('util');

const tell = (label, flag) => log(label, Number(Boolean(flag)));
process.on('warning', ({ name, code, message }) => { if (code && code.startsWith('MINE')) log(`${code}-${name}-${message}`); });
const sum = util.deprecate(function add(b) { return this.a + b; }, 'old', 'MINE1');
const twin = util.deprecate(() => log('twin'), 'same-code', 'MINE1');
const other = util.deprecate(() => log('other'), 'new', 'MINE2');
log('sum', sum.call({ a: 1 }, 2));
log('called');
sum.call({ a: 1 }, 2);
twin();
setImmediate(() => {
  other();
  sum.call({ a: 1 }, 2);
  other();
  log('again');
});

// From Node 19.7 and 18.16 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  setTimeout(() => {
    const controller = new AbortController();
    const resource = {};
    util.aborted(controller.signal, resource).then(() => tell('aborted', resource));
    util.aborted(new AbortController().signal, resource).then(() => log('never'));
    util.aborted(AbortSignal.abort(), resource).then(() => log('at-once'));
    setImmediate(() => {
      log('not-yet');
      controller.abort();
      log('end');
    });
    process.on('exit', () => log('exit'));
  }, 10);
}
