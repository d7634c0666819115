// title "a worker has timers, microtasks and messages of its own, as a page has"
// rules BROWSER-24 BROWSER-38
// layer browser

const code = `
  const told = [];
  onmessage = ({ data: { number: data } }) => {
    told.push('message-' + data);
    queueMicrotask(() => told.push('after-' + data));
    if (data !== 2) return;
    setTimeout(() => { told.push('ten'); Promise.resolve().then(() => told.push('microtask')); }, 10);
    setTimeout(() => told.push('equal'), 10);
    setTimeout(() => { told.push('thirty'); postMessage(told); }, 30);
    const gone = setTimeout(() => told.push('never'), 5);
    clearTimeout(gone);
    Promise.resolve().then(() => told.push('promise'));
    queueMicrotask(() => told.push('queued'));
    told.push('end');
  };
`;
const worker = new Worker(URL.createObjectURL(new Blob([code])));
worker.onmessage = ({ data }) => { data.forEach((label) => log(label)); worker.terminate(); };
// Each is a copy made when it is posted.
const note = { number: 1 };
worker.postMessage(note);
note.number = 2;
worker.postMessage(note);
note.number = 3;
