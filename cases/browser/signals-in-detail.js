// title "what an abort signal keeps, whom it follows, and when it throws"
// rules BROWSER-48 BROWSER-51
// layer browser

const named = (label, signal) => signal.addEventListener('abort', (event) => log(label, Number(event.target === signal && signal.aborted)));
const controller = new AbortController();
const { signal } = controller;
const follower = AbortSignal.any([new AbortController().signal, signal]);
const second = AbortSignal.any([follower]);
named('second', second);
named('follower', follower);
named('first', signal);
signal.onabort = () => log('handler');
log('fresh', Number(signal.aborted) * 10 + Number(signal.reason === undefined));
signal.throwIfAborted();
const reason = { because: 1 };
controller.abort(reason);
log('kept', Number([signal, follower, second].every((one) => one.aborted && one.reason === reason)));
controller.abort('other');
log('still', Number(signal.reason === reason));
try { second.throwIfAborted(); log('fine'); } catch (thrown) { log('thrown', Number(thrown === reason)); }
log(AbortSignal.abort().reason.name);
log('given', AbortSignal.abort(7).reason);
log('already', Number(AbortSignal.any([AbortSignal.abort(7), signal]).reason === 7));
const started = performance.now();
const late = AbortSignal.timeout(30);
late.addEventListener('abort', () => { log(late.reason.name); log('not-before', Number(performance.now() - started >= 29)); });
log('pending', Number(late.aborted));
