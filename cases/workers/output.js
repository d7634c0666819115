// title "what a worker writes to its output is read by its parent, in order, and ends before the exit or with it"
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
    process.stdout.write('1');
    setTimeout(() => {
      process.stdout.write('23');
      process.stderr.write('4');
    }, 5);
  `, { eval: true, stdout: true, stderr: true });
  let text = '';
  worker.stdout.on('data', (chunk) => { text += chunk; });
  worker.stdout.on('end', () => log('output', Number(text)));
  worker.stderr.on('data', (chunk) => log('errors', Number(chunk)));
  worker.on('exit', () => log('exit'));
}
