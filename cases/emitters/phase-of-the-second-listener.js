// title "from the second listener on an event is as if it were not being dispatched"
// rules EMIT-64
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 16 on; the current target is no longer told from late releases of 20 and 22 on.
if (major >= 20) {
  const isGone = minor >= ({ 20: 19, 21: Infinity, 22: 10 }[major] || 0);
  const target = new EventTarget();
  const tell = (event, current) => {
    log('phase', event.eventPhase);
    log('path', event.composedPath().length);
    log('target', Number(event.target === target));
    log('current', Number(event.currentTarget === current));
  };
  target.addEventListener('event', (event) => tell(event, target));
  target.addEventListener('event', (event) => tell(event, isGone ? null : event.currentTarget));
  target.dispatchEvent(new Event('event'));
}
