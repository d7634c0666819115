// title "messages of several ports come in the order of posting, or by turns; those of one port in their order"
// rules BROWSER-31 BROWSER-64
// layer browser

const channels = ['a', 'b'].map((name) => {
  const channel = new MessageChannel();
  channel.port2.onmessage = ({ data }) => log(name, data);
  return channel.port1;
});
channels[0].postMessage(1);
channels[1].postMessage(2);
channels[1].postMessage(3);
channels[0].postMessage(4);
