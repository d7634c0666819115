// title "a frame fires resize, scroll, changes of media queries and the ends of animations, then calls animation callbacks and size observers"
// rules BROWSER-40
// layer browser

const root = document.documentElement;
const frame = document.createElement('iframe');
frame.style.cssText = 'width: 300px; height: 50px';
const box = document.createElement('div');
box.style.cssText = 'height: 50px; overflow: scroll';
const tall = document.createElement('div');
tall.style.height = '500px';
box.append(tall);
root.append(frame, box);
const inner = frame.contentWindow;
const query = inner.matchMedia('(max-width: 100px)');
const animation = box.animate([{ opacity: 0 }, { opacity: 1 }], 1e6);
let watching = false;
const sizes = new ResizeObserver(() => {
  if (!watching) return; // it is told of the first size, too
  log('size');
  sizes.disconnect();
});
sizes.observe(box);
const afterFrames = (count, act) => {
  if (count === 0) act();
  else requestAnimationFrame(() => afterFrames(count - 1, act));
};
afterFrames(3, () => {
  watching = true;
  inner.addEventListener('resize', () => log('resize'), { once: true });
  query.addEventListener('change', () => log('media'), { once: true });
  box.addEventListener('scroll', () => log('scroll'), { once: true });
  animation.onfinish = () => log('finish');
  requestAnimationFrame(() => {
    log('raf');
    box.style.height = '60px';
  });
  frame.style.width = '50px';
  box.scrollTop = 100;
  animation.finish();
});
