// title "a store that is bound again has its new transform, none if none is given, and is unbound at once"
// rules CHANNEL-8
// layer node

let channels = {};
try {
  channels = require('diagnostics_channel');
} catch (error) {
  // Before Node 14.17.
}
const { AsyncLocalStorage } = require('async_hooks');

// From Node 18.19 on.
if (channels.channel && channels.channel('a').bindStore) {
  const channel = channels.channel('loopspec');
  const storages = { first: new AsyncLocalStorage(), other: new AsyncLocalStorage() };
  const run = (label) => {
    log(label);
    channel.runStores(5, () => { for (const name of Object.keys(storages)) log(name, storages[name].getStore() || 0); });
  };
  channel.bindStore(storages.first, (value) => value * 10);
  channel.bindStore(storages.other, (value) => value + 1);
  run('bound');
  channel.bindStore(storages.first, (value) => value * 100);
  run('replaced');
  channel.bindStore(storages.first);
  run('plain');
  channel.bindStore(storages.first, (value) => value * 1000);
  run('once-more');
  log('unbound', Number(channel.unbindStore(storages.first)));
  run('left');
  log('again', Number(channel.unbindStore(storages.first)));
  channel.unbindStore(storages.other);
  log('subscribed', Number(channel.hasSubscribers));
}
