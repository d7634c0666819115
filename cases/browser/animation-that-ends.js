// title "the promise of an animation that ends is fulfilled in a microtask, its event comes with the next frame, before the animation callbacks"
// rules BROWSER-41
// layer browser

const box = document.createElement('div');
document.documentElement.append(box);
const animation = box.animate([{ opacity: 0 }, { opacity: 1 }], 1e6);
requestAnimationFrame(() => requestAnimationFrame(() => {
  animation.onfinish = () => log('event');
  animation.finished.then(() => log('promise'));
  requestAnimationFrame(() => log('raf'));
  animation.finish();
  log('call');
  Promise.resolve().then(() => Promise.resolve()).then(() => log('microtasks'));
}));
