// title "a rejection that was reported and is handled later is reported as handled, in a task"
// rules BROWSER-35
// layer browser

let late;
window.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  log('unhandled');
  setTimeout(() => {
    late.catch(() => log('caught'));
    log('handling');
    Promise.resolve().then(() => log('microtask'));
  }, 5);
});
window.addEventListener('rejectionhandled', () => log('handled'));
late = Promise.reject(new Error('late'));
