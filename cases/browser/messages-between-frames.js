// title "more than one message may come between two frames"
// rules BROWSER-4
// layer browser

const { port1, port2 } = new MessageChannel();
let tasks = 0;
let most = 0;
let frames = 0;
port1.onmessage = () => {
  tasks++;
  if (frames < 3) port2.postMessage(0);
};
const frame = () => {
  most = Math.max(most, tasks);
  tasks = 0;
  if (++frames < 3) requestAnimationFrame(frame);
  else if (most > 1) log('several');
  else log('one');
};
requestAnimationFrame(frame);
port2.postMessage(0);
