// title "the monitor of uncaught exceptions is called before their handler"
// rules LIFE-9
// layer node

// From Node 12.17 on. Before, nobody emits the event.
const [major] = process.versions.node.split('.');
if (major >= 12) {
  process.on('uncaughtException', (error, origin) => {
    log('handler');
    log(origin);
  });
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log(error.message);
    log(origin);
  });
  setTimeout(() => { throw new Error('monitor'); }, 1);
}
