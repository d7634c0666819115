// title "a target keeps a listener for each type and capture, as function or object, and removes it by the same"
// rules EMIT-60
// layer node

const { getEventListeners } = require('events');

// As it is from Node 16.14 on.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const target = new EventTarget();
  const object = { handleEvent(event) { log('object', Number(this === object && event.type === 'a')); } };
  function plain(event) { log('plain', Number(this === target && event.target === target)); }
  target.addEventListener('a', plain);
  target.addEventListener('a', object);
  target.addEventListener('a', plain);
  target.addEventListener('a', object);
  target.addEventListener('b', plain);
  const dispatch = (type) => {
    log(type, getEventListeners(target, type).length);
    target.dispatchEvent(new Event(type));
  };
  dispatch('a');
  target.addEventListener('a', plain, { capture: true });
  target.addEventListener('a', plain, { capture: true, passive: true });
  dispatch('a');
  target.removeEventListener('a', plain, { capture: true });
  dispatch('a');
  target.removeEventListener('a', plain);
  target.removeEventListener('a', object);
  dispatch('a');
  dispatch('b');
  // An object may get its method later.
  const late = {};
  target.addEventListener('c', late);
  late.handleEvent = () => log('late');
  dispatch('c');
  const controller = new AbortController();
  target.addEventListener('d', () => log('aborted'), { signal: controller.signal });
  target.addEventListener('d', () => log('once'), { once: true });
  target.addEventListener('d', () => log('stays'), { passive: true });
  controller.abort();
  target.addEventListener('d', () => log('too-late'), { signal: controller.signal });
  dispatch('d');
  dispatch('d');
}
