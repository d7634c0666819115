// title "a change that a size observer makes at its own depth is an error, and is reported in the next frame"
// rules BROWSER-61
// layer browser

const box = document.createElement('div');
box.style.height = '10px';
document.documentElement.append(box);
addEventListener('error', (event) => { event.preventDefault(); log('error', Number(/ResizeObserver loop/.test(event.message))); });
let calls = 0;
const sizes = new ResizeObserver(() => {
  log('size', ++calls);
  if (calls < 3) box.style.height = `${10 + calls}px`; else sizes.disconnect();
  requestAnimationFrame(() => log('next-frame'));
});
requestAnimationFrame(() => sizes.observe(box));
