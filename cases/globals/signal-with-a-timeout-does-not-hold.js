// title "a signal with a timeout does not keep the process alive"
// rules GLOBAL-5
// layer node

// From Node 16.14 on.
const { AbortSignal } = global;
if (AbortSignal && AbortSignal.timeout) {
  AbortSignal.timeout(60000).addEventListener('abort', () => log('abort'));
  setTimeout(() => log('work'), 5);
  process.on('exit', () => log('exit'));
}
