// title "a worker has a copy of its parent's environment, and of the data that was set for all workers"
// rules WORKER-30
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
// From Node 15.12 on, and from 14.18.
if (threads && process.versions.node.split('.')[0] >= 16) {
  const value = { number: 1 };
  threads.setEnvironmentData('name', value);
  process.env.LOOPSPEC_NUMBER = 5;
  const worker = new threads.Worker(`
    const { getEnvironmentData, parentPort, setEnvironmentData } = require('worker_threads');
    const { env } = process;
    parentPort.on('message', () => {
      parentPort.postMessage(getEnvironmentData('name').number);
      parentPort.postMessage(Number(env.LOOPSPEC_NUMBER));
      setEnvironmentData('name', { number: 3 });
      env.LOOPSPEC_NUMBER = 6;
      parentPort.close();
    });
  `, { eval: true });
  value.number = 2;
  process.env.LOOPSPEC_NUMBER = 7;
  worker.postMessage(0);
  worker.on('message', (number) => log('message', number));
  worker.on('exit', () => {
    log('data', threads.getEnvironmentData('name').number);
    log('variable', Number(process.env.LOOPSPEC_NUMBER));
  });
}
