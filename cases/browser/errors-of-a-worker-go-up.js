// title "an error of a worker goes to the worker, then to its object, then to the window, until one prevents it"
// rules BROWSER-45 BROWSER-66
// layer browser

const code = `
  addEventListener('error', (event) => { postMessage('in-' + event.error); if (event.error === 'kept') event.preventDefault(); });
  addEventListener('unhandledrejection', (event) => { event.preventDefault(); postMessage('rejected-' + event.reason); });
  onmessage = ({ data }) => { if (data === 'promise') Promise.reject(data); else throw data; };
`;
const worker = new Worker(URL.createObjectURL(new Blob([code])));
// What comes after it says that no more comes of the error that is kept.
worker.onmessage = ({ data }) => {
  log(data);
  if (data === 'in-kept') worker.postMessage('object');
  if (data !== 'rejected-promise') return;
  worker.terminate();
  const unknown = new Worker(`nothing-${Math.random()}.js`);
  unknown.onerror = (event) => { log('unread', Number(!(event instanceof ErrorEvent))); unknown.terminate(); };
  log('made');
};
worker.onerror = (event) => {
  log('object', Number(event instanceof ErrorEvent && event.cancelable));
  if (!/object/.test(event.message)) return;
  event.preventDefault();
  worker.postMessage('window');
};
addEventListener('error', (event) => {
  event.preventDefault();
  log('window', Number(event.error === null));
  worker.postMessage('promise');
});
worker.postMessage('kept');
