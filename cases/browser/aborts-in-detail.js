// title "an abort marks all that follow it, then removes the listeners that it ends, then fires the events"
// rules BROWSER-48 BROWSER-51
// layer browser

const first = new AbortController();
const second = new AbortController();
const { signal } = first;
const both = AbortSignal.any([signal, second.signal]);
const later = AbortSignal.any([both]);
later.addEventListener('abort', () => log('later'));
both.addEventListener('abort', () => log('both', Number(later.aborted)));
signal.addEventListener('abort', () => log('never'), { signal });
signal.addEventListener('abort', () => log('first', Number(signal.aborted) + 2 * Number(both.aborted) + 4 * Number(later.aborted)));
const box = document.createElement('div');
box.addEventListener('own', () => log('listener'), { signal: both });
signal.addEventListener('abort', () => box.dispatchEvent(new Event('own')));
first.abort();
box.dispatchEvent(new Event('own'));
log(signal.reason.name, Number(both.reason === signal.reason && later.reason === signal.reason));
second.abort('no more');
log('kept', Number(both.reason === signal.reason));
log('first-of-two', AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason);

const born = AbortSignal.abort();
born.addEventListener('abort', () => log('never'));
const fine = AbortSignal.any([]);
fine.throwIfAborted();
log('empty', Number(fine.aborted));

// While a timer is left, the page waits for what else is to come.
const alive = setInterval(() => {}, 50);
// Signals with a timeout are aborted in order; a dependent comes with the earliest.
const slow = AbortSignal.timeout(60);
const quick = AbortSignal.timeout(20);
const equal = AbortSignal.timeout(20);
const any = AbortSignal.any([slow, quick]);
const tell = (name, one) => one.addEventListener('abort', () => { log(name, Number(one.reason.name === 'TimeoutError')); Promise.resolve().then(() => log('microtask')); });
tell('equal', equal);
tell('slow', slow);
tell('either', any);
tell('quick', quick);
slow.addEventListener('abort', () => clearInterval(alive));
