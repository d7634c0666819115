// title "an error in a callback of whatever kind is reported at once, and the next callback is called"
// rules BROWSER-19 BROWSER-56
// layer browser

addEventListener('error', (event) => { event.preventDefault(); log(`error-in-${event.error}`); });
const wrong = (name) => () => { log(name); throw name; };
const box = document.createElement('div');
document.documentElement.append(box);

// Each step begins in a task of its own when the one before it is over.
const steps = [];
const next = (label) => () => { log(label); setTimeout(() => steps.shift()(), 1); };
steps.push(() => {
  queueMicrotask(wrong('microtask'));
  queueMicrotask(next('next-microtask'));
}, () => {
  new MutationObserver(wrong('mutation')).observe(box, { attributes: true });
  new MutationObserver(next('next-mutation')).observe(box, { attributes: true });
  box.title = 'changed';
}, () => {
  box.addEventListener('own', wrong('listener'));
  box.addEventListener('own', next('next-listener'));
  box.dispatchEvent(new Event('own'));
  log('dispatched');
}, () => {
  requestAnimationFrame(wrong('frame'));
  requestAnimationFrame(next('next-frame'));
}, () => {
  const sizes = [wrong('size'), next('next-size')].map((call) => new ResizeObserver((entries, self) => { self.disconnect(); call(); }));
  sizes.forEach((one) => one.observe(box));
}, () => {
  requestIdleCallback(wrong('idle'));
  requestIdleCallback(next('next-idle'));
}, () => {
  let calls = 0;
  const interval = setInterval(() => { if (++calls === 2) { clearInterval(interval); log('interval-goes-on'); } else wrong('interval')(); }, 5);
});
steps.shift()();
