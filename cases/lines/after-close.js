// title "a closed interface still emits the lines that have come, leaves its input alone, and a signal can close it"
// rules LINE-9
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const input = new PassThrough();
const rl = readline.createInterface({ input });
rl.on('line', (line) => {
  log(line);
  if (line === 'a') rl.close();
  log('called');
});
rl.on('close', () => log('close'));
input.write('a\nb\nc\n');

const bySignal = () => {
  // From Node 16 on.
  if (process.versions.node.split('.')[0] < 16) return;
  const controller = new AbortController();
  readline.createInterface({ input: new PassThrough(), signal: controller.signal }).on('close', () => log('closed-by-signal'));
  controller.abort();
  log('aborted');
};
setImmediate(() => setImmediate(() => {
  log('destroyed', Number(input.destroyed));
  // From Node 26 on it can no longer be used.
  if (process.versions.node.split('.')[0] >= 26) {
    for (const name of ['pause', 'resume', 'prompt', 'write']) {
      try {
        rl[name]();
        log('fine');
      } catch ({ code }) {
        log(code);
      }
    }
  }
  const other = readline.createInterface({ input });
  other.on('line', (line) => {
    log(line);
    other.close();
    bySignal();
  });
  input.write('d\n');
}));
