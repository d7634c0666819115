// title "what a worker has posted is dropped when it is terminated before it has come"
// rules BROWSER-45
// layer browser

const code = "for (const word of ['first', 'second', 'third']) postMessage(word); close();";
const worker = new Worker(URL.createObjectURL(new Blob([code])));
worker.onmessage = ({ data }) => {
  log(data);
  // All three are there by now, or come never.
  const end = performance.now() + 30;
  while (performance.now() < end);
  worker.terminate();
  setTimeout(() => log('over'), 60);
};
