// title "an event of a shadow tree has its host as target outside, and leaves only if it is composed"
// rules BROWSER-34 BROWSER-50 BROWSER-59
// layer browser

const host = document.createElement('div');
const shadow = host.attachShadow({ mode: 'open' });
const inner = document.createElement('p');
shadow.append(inner);
document.documentElement.append(host);
const heard = (name, at, capture) => at.addEventListener('own', (event) => {
  log(name, event.eventPhase * 10 + Number(event.target === inner) + 2 * Number(event.target === host));
}, capture);
heard('window-down', window, true);
heard('host-down', host, true);
heard('shadow-down', shadow, true);
heard('inner', inner, false);
heard('shadow-up', shadow, false);
heard('host-up', host, false);
heard('window-up', window, false);
log('window', Number(window.event === undefined));
const composed = new Event('own', { bubbles: true, composed: true });
host.addEventListener('own', (event) => log('now', Number(window.event === event) * 10 + Number(!event.isTrusted)), { once: true });
inner.dispatchEvent(composed);
log('target', Number(composed.target === host && composed.currentTarget === null && window.event === undefined));
inner.dispatchEvent(new Event('own', { bubbles: true }));

// What is done to the tree meanwhile does not change the way.
const outer = document.createElement('div');
const child = document.createElement('p');
outer.append(child);
child.addEventListener('moved', () => { child.remove(); log('child'); });
outer.addEventListener('moved', () => log('outer'));
child.dispatchEvent(new Event('moved', { bubbles: true }));
// An object's method is looked up when it is called, with the object as this.
const object = { handleEvent() { log('old'); } };
child.addEventListener('looked-up', object);
object.handleEvent = function handle() { log('new', Number(this === object)); };
child.dispatchEvent(new Event('looked-up'));
// The capture of a listener is a part of its name.
const same = () => log('kept');
child.addEventListener('phase', same, true);
child.removeEventListener('phase', same);
child.dispatchEvent(new Event('phase'));
// At the target capturing listeners come first, and a listener with once is gone when it is called.
const again = () => { log('once'); child.dispatchEvent(new Event('twice')); };
child.addEventListener('twice', () => log('bubbling'));
child.addEventListener('twice', again, { once: true, capture: true });
child.dispatchEvent(new Event('twice'));
