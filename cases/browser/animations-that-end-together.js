// title "the events of animations that end come with the next frame, in the order of their ends"
// rules BROWSER-41
// layer browser

const box = document.createElement('div');
document.documentElement.append(box);
const animations = [0, 1, 2].map(() => box.animate([{ opacity: 0 }, { opacity: 1 }], 1e6));
const frames = (count, act) => requestAnimationFrame(() => (count ? frames(count - 1, act) : act()));
frames(3, () => {
  animations.forEach((one, i) => {
    one.addEventListener('finish', () => { log('finish', i); Promise.resolve().then(() => log('microtask')); });
    one.addEventListener('cancel', () => log('cancel', i));
    one.finished.then(() => log('promise', i), () => log('rejected', i));
  });
  requestAnimationFrame(() => log('frame'));
  animations[0].finish();
  animations[1].finish();
  Promise.resolve().then(() => Promise.resolve()).then(() => Promise.resolve()).then(() => log('not-yet'));
});
