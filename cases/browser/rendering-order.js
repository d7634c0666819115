// title "scroll events come before animation callbacks, size observers after them, then the next task"
// rules BROWSER-30
// layer browser

const box = document.createElement('div');
box.style.cssText = 'height: 50px; overflow: scroll';
const tall = document.createElement('div');
tall.style.height = '500px';
box.append(tall);
document.documentElement.append(box);
let watching = false;
const sizes = new ResizeObserver(() => {
  if (!watching) return; // it is told of the first size, too
  log('size');
  sizes.disconnect();
});
sizes.observe(box);
requestAnimationFrame(() => requestAnimationFrame(() => {
  watching = true;
  box.addEventListener('scroll', () => log('scroll'), { once: true });
  requestAnimationFrame(() => {
    log('raf');
    box.style.height = '60px';
  });
  box.scrollTop = 100;
}));
