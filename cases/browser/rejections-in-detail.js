// title "a rejection that an earlier event's listener handles is not reported; a handled one tells promise and reason"
// rules BROWSER-20 BROWSER-35 BROWSER-68
// layer browser

const made = ['first', 'second', 'third'].map((name) => Promise.reject(name));
const handle = () => {
  made[2].catch(() => {});
  made[2].catch(() => {});
  log('handles');
};
addEventListener('unhandledrejection', (event) => {
  log(event.reason, Number(event.promise === made[event.reason === 'first' ? 0 : 2] && event.cancelable));
  Promise.resolve().then(() => log('microtask'));
  event.preventDefault();
  if (event.reason === 'first') made[1].catch(() => log('caught'));
  else setTimeout(handle, 20);
});
addEventListener('rejectionhandled', (event) => log('handled', Number(event.promise === made[2] && event.reason === 'third' && !event.cancelable)));
log('script');
