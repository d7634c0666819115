// title "who subscribes or unsubscribes while a message is published takes it from nobody"
// rules CHANNEL-7
// layer node

const channels = require('diagnostics_channel');

// From Node 20 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const channel = channels.channel('changing');
  const last = () => log('last');
  const added = () => log('added');
  const first = () => {
    log('first');
    log('removed', Number(channel.unsubscribe(first)));
    channel.subscribe(added);
  };
  const second = () => {
    log('second');
    // It has been called already, or comes next.
    channel.unsubscribe(second);
    channel.unsubscribe(last);
  };
  channel.subscribe(first);
  channel.subscribe(second);
  channel.subscribe(() => log('third'));
  channel.subscribe(last);
  channel.publish({});
  log('again');
  channel.publish({});
}
