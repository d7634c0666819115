// title "a rejection that is handled after its report is withdrawn once, with the same promise"
// rules LIFE-14
// layer node

const promise = Promise.reject(new Error('reason'));
process.on('unhandledRejection', () => log('unhandled'));
process.on('rejectionHandled', (handled) => log(handled === promise ? 'handled' : 'other'));
setTimeout(() => {
  promise.catch(() => log('caught'));
  promise.catch(() => log('caught'));
  log('end');
}, 1);
