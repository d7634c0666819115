// title "a channel calls its subscribers within publish, in the order of subscribing, with the message and the name"
// rules CHANNEL-1
// layer node

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const channels = require('diagnostics_channel');
  const channel = channels.channel('a');
  log('same', Number(channels.channel('a') === channel));
  log('anybody', Number(channel.hasSubscribers));
  const first = (message, name) => { log('first', message.value); log(name); };
  channels.subscribe('a', first);
  channels.subscribe('a', () => log('second'));
  log('anybody', Number(channels.hasSubscribers('a')));
  log('publish');
  channel.publish({ value: 7 });
  log('published');
  log('removed', Number(channels.unsubscribe('a', first)));
  log('again', Number(channels.unsubscribe('a', first)));
  channel.publish({ value: 8 });
  log('others', Number(channels.hasSubscribers('b')));
  const own = Symbol('a');
  channels.subscribe(own, (message, name) => log('symbol', Number(name === own)));
  channels.channel(own).publish({});
}
