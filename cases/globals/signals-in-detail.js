// title "a signal has no reason until it is aborted, then its own or an AbortError, and each listener is called once, in order"
// rules GLOBAL-9
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20.3 on; before it there are no signals of several.
if (major > 20 || (major === 20 && minor >= 3)) {
  const tell = (label, flag) => log(label, Number(flag));
  const controller = new AbortController();
  const { signal } = controller;
  tell('same', controller.signal === signal && signal instanceof EventTarget);
  tell('no-reason', signal.reason === undefined && !signal.aborted);
  tell('no-throw', signal.throwIfAborted() === undefined);
  let inCall = false;
  for (const number of [1, 2]) {
    signal.addEventListener('abort', (event) => {
      log('listener', number);
      tell('event', event.type === 'abort' && event.target === signal && event instanceof Event);
      tell('within', inCall && signal.aborted && signal.reason.name === 'AbortError');
    });
  }
  signal.addEventListener('abort', () => log('once'), { once: true });
  const removed = () => log('removed');
  signal.addEventListener('abort', removed);
  signal.removeEventListener('abort', removed);
  signal.onabort = () => log('handler');
  inCall = true;
  tell('answer', controller.abort() === undefined);
  inCall = false;
  const { reason } = signal;
  tell('reason', reason instanceof DOMException && reason.code === DOMException.ABORT_ERR);
  controller.abort(5);
  tell('first-reason', signal.reason === reason);
  signal.addEventListener('abort', () => log('too-late'));
  const thrown = (tried) => {
    try {
      return tried.throwIfAborted();
    } catch (error) {
      return error;
    }
  };
  tell('thrown', thrown(signal) === reason);

  const given = AbortSignal.abort('text');
  tell('given', given.aborted && given.reason === 'text' && thrown(given) === 'text');
  tell('default', AbortSignal.abort().reason.name === 'AbortError');

  // Of several: within the call, after the listeners of the first; in their order if some are aborted already.
  const sources = [new AbortController(), new AbortController(), new AbortController()];
  const any = AbortSignal.any(sources.map((source) => source.signal));
  tell('none-yet', !any.aborted && any.reason === undefined);
  any.addEventListener('abort', () => log('combined', any.reason));
  const nested = AbortSignal.any([any, new AbortController().signal]);
  nested.addEventListener('abort', () => log('nested', nested.reason));
  sources[2].signal.addEventListener('abort', () => log('source'));
  sources[2].abort(3);
  log('end');
  sources[0].abort(1);
  tell('at-once', AbortSignal.any([sources[0].signal, sources[2].signal]).reason === 1);
  tell('empty', !AbortSignal.any([]).aborted);

  const late = AbortSignal.timeout(20);
  setTimeout(() => tell('not-yet', !late.aborted), 18);
  late.onabort = () => tell('timeout', late.reason.name === 'TimeoutError' && late.reason.code === DOMException.TIMEOUT_ERR);
  setTimeout(() => tell('by-then', late.aborted), 25);
}
