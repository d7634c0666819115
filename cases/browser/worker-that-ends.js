// title "a worker that closes itself goes on to the end of its code, and what it has queued or is sent is dropped"
// rules BROWSER-45
// layer browser

const code = `
  setTimeout(() => postMessage('never'), 5);
  onmessage = () => postMessage('never');
  postMessage('first');
  close();
  postMessage('last');
  Promise.resolve().then(() => postMessage('microtask'));
`;
const worker = new Worker(URL.createObjectURL(new Blob([code])));
worker.onmessage = ({ data }) => {
  log(data);
  worker.postMessage('too late');
  if (data !== 'microtask') return;
  setTimeout(() => {
    log('end');
    worker.terminate();
  }, 50);
};
