// title "traced calls publish start and end around the call, asyncStart and asyncEnd around what follows it, and errors between"
// rules CHANNEL-4
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const channels = require('diagnostics_channel');
  const traced = channels.tracingChannel('a');
  const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
  traced.subscribe(Object.fromEntries(names.map((name) => [name, (message) => {
    log(name);
    if (name === 'asyncEnd' && message.result) log('result', message.result);
  }])));
  log('sum', traced.traceSync((a, b) => { log('call'); return a + b; }, {}, undefined, 1, 2));
  try { traced.traceSync(() => { throw new Error('sync'); }); } catch ({ message }) { log(message); }
  (async () => {
    log('promise');
    await traced.tracePromise(async () => { log('begin'); await null; log('go-on'); return 5; });
    await traced.tracePromise(async () => { throw new Error('async'); }).catch(({ message }) => log(message));
    log('callback');
    traced.traceCallback((done) => { log('begin'); setTimeout(done, 1, null, 6); }, 0, {}, undefined, () => log('done'));
    log('called');
  })();
}
