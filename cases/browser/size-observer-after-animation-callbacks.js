// title "a size observer is called after the animation callbacks and before later tasks"
// rules BROWSER-10
// layer browser

const box = document.createElement('div');
document.documentElement.append(box);
let watching = false;
const observer = new ResizeObserver(() => {
  if (!watching) return; // it is told of the first size, too
  log('resized');
  observer.disconnect();
});
observer.observe(box);
const resize = () => {
  watching = true;
  box.style.height = '50px';
  setTimeout(() => log('t'), 0);
  Promise.resolve().then(() => log('p'));
  log('raf');
};
requestAnimationFrame(() => requestAnimationFrame(resize));
