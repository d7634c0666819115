// title "a listener of an event target that rejects does not stop the others, and is an uncaught exception of a tick"
// rules EMIT-33
// layer node

// From Node 15 on.
const { EventTarget, Event } = global;
if (EventTarget) {
  const target = new EventTarget();
  process.on('uncaughtException', (error) => log(error.message));
  target.addEventListener('event', async () => { throw new Error('rejected'); });
  target.addEventListener('event', () => log('last'));
  target.dispatchEvent(new Event('event'));
  log('end');
  setImmediate(() => log('immediate'));
}
