// title "a channel runs a function with the stores bound to it, and publishes before that"
// rules CHANNEL-3
// layer node

const { AsyncLocalStorage } = require('async_hooks');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const channels = require('diagnostics_channel');
  const channel = channels.channel('a');
  const storage = new AsyncLocalStorage();
  channel.bindStore(storage, ({ value }) => value * 10);
  channel.subscribe(({ value }) => log('message', value));
  log('result', channel.runStores({ value: 1 }, (a, b) => {
    log('store', storage.getStore());
    setTimeout(() => log('later', storage.getStore()), 1);
    return a + b;
  }, undefined, 2, 3));
  log('outside', Number(storage.getStore() === undefined));
  log('unbound', Number(channel.unbindStore(storage)));
  channel.runStores({ value: 2 }, () => log('none', Number(storage.getStore() === undefined)));
}
