// title "from the second listener on an event is as if it were not being dispatched"
// rules EMIT-64
// layer node

// As it is from Node 16 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const target = new EventTarget();
  const tell = (event) => {
    log('phase', event.eventPhase);
    log('path', event.composedPath().length);
    log('target', Number(event.target === target) + Number(event.currentTarget === target));
  };
  target.addEventListener('event', (event) => tell(event));
  target.addEventListener('event', (event) => tell(event));
  target.dispatchEvent(new Event('event'));
}
