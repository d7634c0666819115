// title "a worker counts while the page computes"
// rules BROWSER-24
// layer browser

const text = `
  let count = 0;
  setInterval(() => count++, 5);
  onmessage = () => postMessage(count);
  postMessage('ready');
`;
const worker = new Worker(URL.createObjectURL(new Blob([text])));
worker.onmessage = () => {
  const end = performance.now() + 150;
  while (performance.now() < end);
  log('blocked');
  worker.onmessage = (event) => {
    if (event.data > 5) log('advanced');
    else log('stood');
    worker.terminate();
  };
  worker.postMessage(0);
};
