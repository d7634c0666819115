// title "what is written to the input of a worker is read there, and its end too"
// rules WORKER-31
// layer node

let threads = null;
try {
  threads = require('worker_threads');
} catch (error) {
  // Node 10 has them behind a flag only.
}
if (threads) {
  const worker = new threads.Worker(`
    const { parentPort } = require('worker_threads');
    let text = '';
    process.stdin.on('data', (chunk) => { text += chunk; });
    process.stdin.on('end', () => parentPort.postMessage(Number(text)));
  `, { eval: true, stdin: true });
  worker.stdin.write('1');
  worker.stdin.write('2');
  setTimeout(() => worker.stdin.end('3'), 10);
  worker.on('message', (number) => log('input', number));
  worker.on('exit', (code) => log('exit', code));
}
