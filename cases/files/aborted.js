// title "a read whose signal is aborted ends with an AbortError"
// rules FILE-7
// layer node

const fs = require('fs');

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
}
