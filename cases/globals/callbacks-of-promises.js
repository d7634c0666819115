// title "a callbackified function calls back in a tick after its promise is settled, error first, and what its callback throws is uncaught"
// rules GLOBAL-11
// layer node

const util = require('util');

const tell = (label, flag) => log(label, Number(flag));
const parts = [
  function value(next) {
    const object = {
      call: util.callbackify(async function call(...args) { tell('this', this === object && args.join() === '1,2'); return 7; }),
    };
    let inCall = true;
    tell('answer', object.call(1, 2, function called(...args) {
      tell('called', !inCall && this === object && args.length === 2 && args[0] === null && args[1] === 7);
      setImmediate(next);
    }) === undefined);
    inCall = false;
    process.nextTick(() => log('tick'));
  },
  function order(next) {
    // In a tick of its own: after all microtasks that are queued by then.
    util.callbackify(() => Promise.resolve())(() => { log('called-back'); setImmediate(next); });
    Promise.resolve().then(() => log('microtask')).then(() => log('second')).then(() => log('third'));
  },
  function error(next) {
    const failed = new Error('failed');
    util.callbackify(async () => { throw failed; })((...args) => { tell('failed', args[0] === failed && args[1] === undefined); next(); });
  },
  function falsy(next) {
    util.callbackify(() => Promise.reject(null))((error) => { // eslint-disable-line prefer-promise-reject-errors
      tell('wrapped', error instanceof Error && error.code === 'ERR_FALSY_VALUE_REJECTION' && error.reason === null);
      util.callbackify(() => Promise.reject())(({ reason }) => { tell('no-reason', reason === undefined); next(); });
    });
  },
  function refused(next) {
    for (const [label, call] of [['no-function', () => util.callbackify(1)], ['no-callback', () => util.callbackify(async () => {})()]]) {
      try { call(); log('nothing-thrown'); } catch ({ code }) { tell(label, code === 'ERR_INVALID_ARG_TYPE'); }
    }
    next();
  },
  function thrown(next) {
    process.on('unhandledRejection', () => log('unhandled'));
    process.once('uncaughtException', ({ message }) => { log(message); next(); });
    util.callbackify(async () => {})(() => { throw new Error('uncaught'); });
  },
];
const next = () => { const part = parts.shift(); if (part) part(next); };
next();
