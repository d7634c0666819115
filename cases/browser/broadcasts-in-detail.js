// title "a broadcast is cloned when it is posted, and a task for each other channel, the oldest first"
// rules BROWSER-37
// layer browser

// While a timer is left, the page waits for what else is to come.
const alive = setInterval(() => {}, 50);
const name = `loopspec-${Math.random()}`;
const [sender, old, young, closed] = [1, 2, 3, 4].map(() => new BroadcastChannel(name));
const tell = (label, channel) => {
  channel.onmessage = ({ data }) => {
    log(label, data.number);
    Promise.resolve().then(() => log('microtask'));
    if (data.number !== 2 || label !== 'young') return;
    [old, young].forEach((one) => one.close());
    clearInterval(alive);
  };
};
tell('young', young);
tell('old', old);
tell('never', closed);
const note = { number: 1 };
sender.postMessage(note);
note.number = 2;
sender.postMessage(note);
note.number = 3;
closed.close();
try { sender.postMessage(() => {}); log('sent'); } catch (error) { log(error.name); }
sender.close();
try { sender.postMessage(4); log('sent'); } catch (error) { log(error.name); }
