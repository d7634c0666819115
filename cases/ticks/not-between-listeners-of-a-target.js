// title "neither queue drains between two listeners of an event target"
// rules TICK-18
// layer node

// Event targets came with Node 15.
if (typeof EventTarget === 'function') {
  const target = new EventTarget();
  target.addEventListener('event', () => {
    log('first');
    process.nextTick(() => log('tick'));
    Promise.resolve().then(() => log('promise'));
  });
  target.addEventListener('event', () => log('second'));
  target.dispatchEvent(new Event('event'));
  log('end');
}
