// title "listeners of a signal may be objects, are added once, and do not stop each other; times and sources that are none are refused"
// rules GLOBAL-9
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20.3 on; before it there are no signals of several.
if (major > 20 || (major === 20 && minor >= 3)) {
  const tell = (label, flag) => log(label, Number(flag));
  const controller = new AbortController();
  const { signal } = controller;
  process.on('uncaughtException', (error) => log('uncaught', error.number));
  const twice = () => log('added-once');
  signal.addEventListener('abort', twice);
  signal.addEventListener('abort', twice);
  signal.addEventListener('abort', { handleEvent: ({ type }) => tell('object', type === 'abort') });
  signal.addEventListener('abort', () => { throw Object.assign(new Error(), { number: 5 }); });
  signal.addEventListener('abort', () => log('after-the-error'));
  signal.onabort = () => log('replaced');
  signal.onabort = () => log('handler');
  const other = new AbortController();
  other.signal.onabort = () => log('taken-back');
  other.signal.onabort = null;
  tell('none', other.signal.onabort === null);
  other.abort();
  controller.abort();
  log('end');

  const refuse = (label, act) => {
    try {
      act();
      log(label, 0);
    } catch (error) {
      tell(label, error instanceof TypeError || error instanceof RangeError);
    }
  };
  refuse('construct', () => new AbortSignal());
  refuse('negative', () => AbortSignal.timeout(-1));
  refuse('no-number', () => AbortSignal.timeout('a'));
  refuse('no-list', () => AbortSignal.any(5));
  refuse('no-signals', () => AbortSignal.any([{}]));
  const zero = AbortSignal.timeout(0);
  tell('not-at-once', !zero.aborted);
  zero.onabort = () => log('zero');
  setTimeout(() => tell('by-then', zero.aborted), 20);

  // Each source aborts it, the first one counts, and once.
  const sources = [new AbortController(), new AbortController()];
  const any = AbortSignal.any(sources.map((source) => source.signal));
  let count = 0;
  any.addEventListener('abort', () => count++);
  sources[1].abort('second');
  sources[0].abort('first');
  tell('first-counts', count === 1 && any.reason === 'second');
  tell('clone', structuredClone(new RangeError('a')) instanceof RangeError);
  class Foo { constructor() { this.own = 1; } }
  tell('plain', !(structuredClone(new Foo()) instanceof Foo) && structuredClone(new Foo()).own === 1);
  refuse('nothing-to-clone', () => structuredClone());
  const { port1, port2 } = new MessageChannel();
  const moved = structuredClone({ port1 }, { transfer: [port1] });
  tell('moved', moved.port1 instanceof MessagePort && moved.port1 !== port1);
  port2.postMessage(1);
  moved.port1.onmessage = ({ data }) => {
    log('through-the-clone', data);
    port2.close();
  };
}
