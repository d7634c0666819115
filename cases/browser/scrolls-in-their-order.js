// title "scroll events come in the next frame, once for each target, in the order of their first scrolls"
// rules BROWSER-30 BROWSER-60
// layer browser

const boxes = [0, 1].map(() => {
  const box = document.createElement('div');
  box.style.cssText = 'height: 50px; overflow: scroll';
  box.append(document.createElement('div'));
  box.firstChild.style.height = '500px';
  document.documentElement.append(box);
  return box;
});
const frames = (count, act) => requestAnimationFrame(() => (count ? frames(count - 1, act) : act()));
frames(3, () => {
  boxes.forEach((box, i) => box.addEventListener('scroll', () => { log('scroll', i); Promise.resolve().then(() => log('microtask')); }));
  document.addEventListener('scroll', () => log('document'));
  requestAnimationFrame(() => log('frame'));
  boxes[1].scrollTop = 10;
  boxes[0].scrollTop = 20;
  boxes[1].scrollTo(0, 30);
  Promise.resolve().then(() => log('not-yet'));
});
