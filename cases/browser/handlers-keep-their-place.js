// title "an event handler keeps its place among the listeners, and cancels by what it returns"
// rules BROWSER-57
// layer browser

const box = document.createElement('div');
const click = () => box.dispatchEvent(new Event('click', { cancelable: true }));
box.addEventListener('click', () => log('earlier'));
box.onclick = () => log('handler');
box.addEventListener('click', () => log('following'));
box.onclick = () => { log('another'); return false; };
log('fine', Number(click()));
box.onclick = null;
log('fine', Number(click()));
box.onclick = () => { log('anew'); };
log('fine', Number(click()));

onerror = (...args) => {
  const [message, file, line, column, error] = args;
  log(error.message, Number(args.length === 5 && typeof message + typeof file + typeof line + typeof column === 'stringstringnumbernumber'));
  return error.message === 'prevented';
};
addEventListener('error', (event) => log('cancelled', Number(event.defaultPrevented) * 10 + Number(event.cancelable)));
reportError(new Error('prevented'));
reportError(new Error('let-through'));
