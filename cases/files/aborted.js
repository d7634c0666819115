// title "a read or a write whose signal is aborted ends with an AbortError"
// rules FILE-7
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 15.2 on.
const { AbortController } = global;
if (AbortController) {
  const controller = new AbortController();
  fs.readFile(process.execPath, { signal: controller.signal }, (error) => log(error.name));
  process.nextTick(() => controller.abort());
  const aborted = new AbortController();
  aborted.abort();
  fs.promises.readFile(process.execPath, { signal: aborted.signal })
    .then(() => log('fulfilled'), (error) => log(`promise-${error.name}`));
  // Nothing is written.
  const file = path.join(os.tmpdir(), `loopspec-aborted-${process.pid}`);
  fs.writeFile(file, 'text', { signal: aborted.signal }, (error) => log(`write-${error.name}`));
  fs.promises.writeFile(file, 'text', { signal: aborted.signal })
    .then(() => log('written'), (error) => log(`promised-write-${error.name}`));
  process.on('exit', () => {
    log('exists', Number(fs.existsSync(file)));
    try { fs.unlinkSync(file); } catch (error) { /* it is not there */ }
  });
}
