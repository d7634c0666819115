// title "a bounded channel publishes start and end around a scope, whose stores are left when it is disposed of"
// rules CHANNEL-6
// layer node

const { AsyncLocalStorage } = require('async_hooks');
const channels = require('diagnostics_channel');

// From Node 26.1 on.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major === 26 && minor < 1) log('not-yet');
else if (major >= 26) {
  const storage = new AsyncLocalStorage();
  const context = { own: 1 };
  const self = { self: 1 };
  const failed = new Error('failed');
  const bounded = channels.boundedChannel('bounded');
  const handlers = Object.fromEntries(['start', 'end'].map((name) => [name, (message, channel) => {
    log(name, Number(message === context && channel === `tracing:bounded:${name}`));
    log('store', storage.getStore());
    if ('result' in message) log('result', message.result);
  }]));
  const sum = function sum(a, b) { log('self', Number(this === self)); log('store', storage.getStore()); return a + b; };
  log('nobody', Number(bounded.hasSubscribers));
  log('untold', bounded.run(context, sum, self, 1, 2));
  const untold = bounded.withScope(context);
  untold[Symbol.dispose]();
  bounded.subscribe(handlers);
  bounded.start.bindStore(storage, (message) => message.own);
  log('somebody', Number(bounded.hasSubscribers));

  log('run');
  log('sum', bounded.run(context, sum, self, 3, 4));
  log('left', storage.getStore());
  try { bounded.run(context, () => { throw failed; }); } catch (error) { log('thrown', Number(error === failed)); }
  log('left', storage.getStore());

  log('scope');
  const scope = bounded.withScope(context);
  log('within', storage.getStore());
  context.result = 5;
  scope[Symbol.dispose]();
  log('left', storage.getStore());
  delete context.result;

  log('nested');
  const outer = bounded.withScope(context);
  context.own = 2;
  const inner = bounded.withScope(context);
  log('inner', storage.getStore());
  inner[Symbol.dispose]();
  log('outer', storage.getStore());
  outer[Symbol.dispose]();
  context.own = 1;

  log('unsubscribed', Number(bounded.unsubscribe({ end: handlers.end })));
  log('again', Number(bounded.unsubscribe(handlers)));
  log('somebody', Number(bounded.hasSubscribers));
  bounded.start.unbindStore(storage);
  log('nobody', Number(bounded.hasSubscribers));
  bounded.end.subscribe(() => log('only-end'));
  log('somebody', Number(bounded.hasSubscribers));
  bounded.run(context, () => log('call'));

  // The stores of one channel, without a call.
  log('stores');
  const channel = channels.channel('one');
  log('inactive', Number(typeof channel.withStoreScope({})[Symbol.dispose] === 'function'));
  channel.subscribe((message) => log('published', storage.getStore()));
  channel.bindStore(storage, (message) => message.own);
  const entered = channel.withStoreScope({ own: 7 });
  log('within', storage.getStore());
  entered[Symbol.dispose]();
  log('left', storage.getStore());
  log('unbound', Number(channel.unbindStore(storage)));
  log('again', Number(channel.unbindStore(storage)));
}
