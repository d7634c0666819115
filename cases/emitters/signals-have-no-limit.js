// title "a signal has no limit of listeners, whatever the default is, unless it is given one"
// rules EMIT-63
// layer node

const events = require('events');

// As it is from Node 24 on; there a target's listeners are counted, too.
if (Number(process.versions.node.split('.')[0]) >= 26) {
  const { signal } = new AbortController();
  process.on('warning', ({ count }) => log('warning', count));
  events.defaultMaxListeners = 2;
  log('limit', events.getMaxListeners(signal));
  for (let i = 0; i < 12; i++) signal.addEventListener('abort', () => {});
  log('count', events.listenerCount(signal, 'abort'));
  setImmediate(() => {
    events.setMaxListeners(12, signal);
    log('limit', events.getMaxListeners(signal));
    signal.addEventListener('abort', () => {});
    log('count', events.listenerCount(signal, 'abort'));
    log('none', events.listenerCount(signal, 'other'));
  });
}
