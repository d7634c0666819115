// title "what a signal aborts fails with an AbortError whose code is ABORT_ERR and whose cause is the reason of the signal"
// rules GLOBAL-14
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const EventEmitter = require('events');
  const { Readable, Writable, PassThrough, finished, addAbortSignal } = require('stream');
  const promises = require('stream/promises');
  const timers = require('timers/promises');
  const readline = require('readline/promises');
  const idle = (signal) => new Readable({ read() {}, signal });
  const failure = (one) => new Promise((resolve, reject) => one.on('error', reject));
  const calls = {
    timeout: (signal) => timers.setTimeout(1000, 0, { signal }),
    immediate: (signal) => timers.setImmediate(0, { signal }),
    interval: (signal) => timers.setInterval(1000, 0, { signal }).next(),
    event: (signal) => EventEmitter.once(new EventEmitter(), 'event', { signal }),
    events: async (signal) => EventEmitter.on(new EventEmitter(), 'event', { signal }).next(),
    readable: (signal) => failure(idle(signal)),
    writable: (signal) => failure(new Writable({ write() {}, signal })),
    added: (signal) => failure(addAbortSignal(signal, new PassThrough())),
    finished: (signal) => new Promise((resolve, reject) => finished(idle(), { signal }, reject)),
    promised: (signal) => promises.finished(idle(), { signal }),
    pipeline: (signal) => promises.pipeline(idle(), new PassThrough(), { signal }),
    question: (signal) => readline.createInterface({ input: new PassThrough() }).question('', { signal }),
  };
  const main = async () => {
    for (const [name, call] of Object.entries(calls)) {
      const controller = new AbortController();
      const told = call(controller.signal).catch((error) => log(`${name}-${error.name}-${error.code}`, error.cause));
      controller.abort(7);
      await told;
      await call(AbortSignal.abort(8)).catch(({ cause }) => log(`${name}-before`, cause));
    }
  };
  main();
}
