// title "data for all workers is for the own thread too, for the workers of workers, and gone if it is undefined"
// rules WORKER-30
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const threads = require('worker_threads');
  const { getEnvironmentData, setEnvironmentData, Worker } = threads;
  const key = 5;
  setEnvironmentData(key, { number: 1 });
  setEnvironmentData('gone', 2);
  setEnvironmentData('gone', undefined);
  log('own', getEnvironmentData(key).number);
  log('gone', Number(getEnvironmentData('gone') === undefined));
  log('never-set', Number(getEnvironmentData('other') === undefined));
  const code = `
    const threads = require('worker_threads');
    const { getEnvironmentData, parentPort, setEnvironmentData, workerData: depth, Worker } = threads;
    parentPort.postMessage([depth, getEnvironmentData(5).number, Number(getEnvironmentData('gone') === undefined)]);
    setEnvironmentData(5, { number: getEnvironmentData(5).number + 1 });
    if (depth < 2) {
      const worker = new Worker(process.env.LOOPSPEC_CODE, { eval: true, workerData: depth + 1 });
      worker.on('message', (message) => parentPort.postMessage(message));
    }
  `;
  process.env.LOOPSPEC_CODE = code;
  const worker = new Worker(code, { eval: true, workerData: 1 });
  worker.on('message', ([depth, number, gone]) => {
    log('depth', depth);
    log('data', number);
    log('gone-there', gone);
  });
  worker.on('exit', () => log('still', getEnvironmentData(key).number));
}
