// title "a monitor of uncaught exceptions does not keep the process from ending"
// rules LIFE-10
// layer node

// From Node 12.17 on. Before, nobody emits the event.
const [major] = process.versions.node.split('.');
if (major >= 12) {
  process.on('uncaughtExceptionMonitor', () => log('monitor'));
  process.on('exit', (code) => log('exit', code));
  setTimeout(() => { throw new Error('this is expected'); }, 1);
  setTimeout(() => log('timeout'), 10);
}
