// title "a message and a timer of a worker come while the page computes"
// rules BROWSER-24
// layer browser

const text = 'onmessage = () => setTimeout(() => postMessage(Date.now()), 5);';
const worker = new Worker(URL.createObjectURL(new Blob([text])));
worker.onmessage = () => { // it answers, so it has started
  worker.postMessage(0);
  const end = Date.now() + 300;
  while (Date.now() < end);
  log('blocked');
  worker.onmessage = (event) => {
    if (event.data < end) log('advanced');
    else log('stood');
    worker.terminate();
  };
};
worker.postMessage(0);
