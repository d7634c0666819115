// title "an error that a worker does not handle is an event of it, and the worker goes on"
// rules BROWSER-45
// layer browser

const code = `
  onmessage = ({ data }) => {
    if (data === 1) throw new Error('thrown');
    postMessage(data);
  };
`;
const worker = new Worker(URL.createObjectURL(new Blob([code])));
worker.onerror = (event) => {
  event.preventDefault();
  log('error');
};
let left = 2;
const over = () => --left || worker.terminate();
worker.addEventListener('error', over);
worker.onmessage = ({ data }) => {
  log('message', data);
  over();
};
worker.postMessage(1);
worker.postMessage(2);
