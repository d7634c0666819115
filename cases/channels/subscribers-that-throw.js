// title "a subscriber that throws does not stop the others; its error is an uncaught exception in a tick"
// rules CHANNEL-2
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const channels = require('diagnostics_channel');
  process.on('uncaughtException', ({ message }) => log(message));
  channels.subscribe('a', () => { log('first'); throw new Error('thrown'); });
  channels.subscribe('a', () => log('second'));
  process.nextTick(() => log('tick'));
  channels.channel('a').publish({});
  log('published');
  Promise.resolve().then(() => log('microtask'));
}
