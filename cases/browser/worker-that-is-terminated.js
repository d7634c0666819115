// title "a worker that is terminated sends nothing more, even if it never returns"
// rules BROWSER-45
// layer browser

const code = `
  postMessage('begin');
  for (;;);
`;
const worker = new Worker(URL.createObjectURL(new Blob([code])));
worker.onmessage = ({ data }) => {
  log(data);
  worker.terminate();
  worker.postMessage('too late');
  setTimeout(() => log('end'), 20);
};
