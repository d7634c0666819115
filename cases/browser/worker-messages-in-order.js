// title "messages to a worker wait for its script, and come in order, a task each; so do its answers"
// rules BROWSER-38
// layer browser

const source = 'onmessage = ({ data }) => { postMessage("got-" + data);'
  + ' Promise.resolve().then(() => postMessage("then-" + data)); }; postMessage("begins");';
const worker = new Worker(URL.createObjectURL(new Blob([source])));
worker.onmessage = ({ data }) => {
  log(data);
  if (data === 'then-b') worker.terminate();
};
worker.postMessage('a');
worker.postMessage('b');
log('script');
