// title "what a worker writes to its output comes out of its parent's, in order, unless the parent asked for it"
// rules WORKER-31
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { Worker } = require('worker_threads');
  const code = `
    process.stdout.write('1');
    process.stderr.write('5');
    setTimeout(() => {
      process.stdout.write('2', () => process.stdout.write('3'));
      process.stderr.write('6');
    }, 2);
    setTimeout(() => {}, 10);
  `;
  // What goes to the output of the process itself is caught there.
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    const { write } = process[name];
    process[name].write = function catchOutput(chunk, ...rest) {
      if (!/^[1-6]+$/.test(String(chunk))) return write.call(this, chunk, ...rest);
      texts[name] += chunk;
      const callback = rest.pop();
      if (typeof callback === 'function') process.nextTick(callback);
      return true;
    };
  }
  const tell = () => {
    log('stdout', Number(texts.stdout));
    log('stderr', Number(texts.stderr));
    texts.stdout = texts.stderr = '';
  };
  new Worker(code, { eval: true }).on('exit', () => setTimeout(() => {
    tell();
    const asked = new Worker(code, { eval: true, stdout: true, stderr: true });
    let own = '';
    asked.stdout.on('data', (chunk) => { own += chunk; });
    asked.stderr.resume();
    asked.on('exit', () => setTimeout(() => {
      tell();
      log('own', Number(own));
    }, 2));
  }, 2));
}
