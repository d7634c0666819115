// title "a message to the window itself is a task, in order, with a copy from when it was posted"
// rules BROWSER-44
// layer browser

const value = { number: 1 };
window.addEventListener('message', ({ data }) => {
  if (data.number) log('message', data.number);
  Promise.resolve().then(() => data.number && log('microtask', data.number));
});
window.postMessage(value, '*');
value.number = 2;
window.postMessage(value, '*');
value.number = 3;
Promise.resolve().then(() => log('microtask', 0));
log('end');
