// title "an event has the time at which it was made, also when it is dispatched later"
// rules EMIT-59
// layer node
// needs exact-time

// From Node 15 on.
if (global.Event) {
  const target = new EventTarget();
  const event = new Event('event');
  const made = event.timeStamp;
  log('positive', Number(made > 0));
  setTimeout(() => {
    log('later', Math.round((new Event('event').timeStamp - made) / 10));
    target.addEventListener('event', ({ timeStamp }) => log('same', Number(timeStamp === made)));
    target.dispatchEvent(event);
  }, 50);
}
