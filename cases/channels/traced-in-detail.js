// title "what the messages of a traced call hold at each step, with which receiver it is called, and which subscribers get them"
// rules CHANNEL-5
// layer node

if (Number(process.versions.node.split('.')[0]) >= 22) {
  const { AsyncLocalStorage } = require('async_hooks');
  const channels = require('diagnostics_channel');

  const traced = channels.tracingChannel('detail');
  const context = { own: 1 };
  const failed = new Error('failed');
  const self = { self: 1 };
  const storage = new AsyncLocalStorage();
  const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
  let wanted = context;
  const handlers = Object.fromEntries(names.map((name) => [name, (message, channel) => {
    log(`${name}-same`, Number(message === wanted && channel === `tracing:detail:${name}`));
    if ('result' in message) log('result', Number(message.result));
    if ('error' in message) log('error', Number(message.error === failed));
  }]));
  const renewed = () => { wanted = { own: 1 }; return wanted; };
  const sum = function sum(a, b) { log('self', Number(this === self)); log('store', storage.getStore()); return a + b; };
  const fail = () => { throw failed; };
  log('untold', traced.traceSync(sum, renewed(), self, 1, 2));
  log('nobody', Number(traced.hasSubscribers));
  traced.subscribe(handlers);
  traced.start.bindStore(storage, (message) => message.own);
  log('somebody', Number(traced.hasSubscribers));
  (async () => {
    log('sync');
    log('sum', traced.traceSync(sum, renewed(), self, 3, 4));
    try { traced.traceSync(fail, renewed()); } catch (error) { log('thrown', Number(error === failed)); }
    log('promised');
    const promise = traced.tracePromise(async function later(a, b) { await null; return sum.call(this, a, b); }, renewed(), self, 5, 6);
    log('promise', Number(promise instanceof Promise));
    log('value', await promise);
    await traced.tracePromise(async () => fail(), renewed()).catch((error) => log('rejected', Number(error === failed)));
    try { traced.tracePromise(fail, renewed()); } catch (error) { log('thrown', Number(error === failed)); }
    for (const position of [0, undefined, -1]) {
      log('called-back');
      await new Promise((resolve) => {
        const done = function done(...args) {
          log('done', args.length);
          log('of-whom', Number(this === self));
          log('store', storage.getStore());
          resolve();
        };
        const call = (...args) => { setImmediate(() => args[position === 0 ? 0 : args.length - 1].call(self, null, 9)); return 8; };
        log('answer', traced.traceCallback(call, position, renewed(), self, ...(position === 0 ? [done, 1] : [1, done])));
      });
    }
    log('told-of-an-error');
    await new Promise((resolve) => traced.traceCallback((done) => setImmediate(done, failed), 0, renewed(), self, (error) => {
      log('failed', Number(error === failed));
      resolve();
    }));
    try { traced.traceCallback(() => {}, 0, renewed(), self, 5); } catch ({ code }) { log(code); }
    // Who comes in between is told of later calls only; who leaves is told no more.
    log('left', Number(traced.unsubscribe(handlers)));
    log('left-again', Number(traced.unsubscribe(handlers)));
    traced.start.unbindStore(storage);
    log('in-between');
    traced.traceSync(() => { traced.end.subscribe(() => log('told')); log('subscribed'); }, renewed());
    traced.traceSync(() => log('next'), renewed());
  })();
}
