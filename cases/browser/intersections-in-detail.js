// title "an intersection observer is called once with all its elements, first of all with each new one"
// rules BROWSER-39 BROWSER-62
// layer browser

const boxes = [0, 1, 2].map(() => {
  const box = document.createElement('div');
  box.style.height = '5px';
  document.documentElement.append(box);
  return box;
});
const frames = (count, act) => requestAnimationFrame(() => (count ? frames(count - 1, act) : setTimeout(act, 20)));
const sum = (entries) => entries.reduce((all, { target }) => 10 * all + boxes.indexOf(target) + 1, 0);
const seen = new IntersectionObserver(function told(entries, self) {
  log('seen', sum(entries));
  log('this', Number(this === seen && self === seen));
  Promise.resolve().then(() => log('microtask'));
});
const never = new IntersectionObserver(() => log('never'));
frames(2, () => {
  [2, 0, 1].forEach((i) => seen.observe(boxes[i]));
  never.observe(boxes[0]);
  never.disconnect();
  frames(2, () => {
    log('hide');
    boxes[0].style.display = 'none';
    boxes[2].style.display = 'none';
    seen.unobserve(boxes[2]);
    frames(2, () => {
      seen.disconnect();
      log('taken', seen.takeRecords().length);
      boxes[0].style.display = '';
      frames(2, () => log('over'));
    });
  });
});
