// title "a size observer is called once with all its elements, first of all with each new one, then with changes"
// rules BROWSER-10 BROWSER-42 BROWSER-61
// layer browser

const boxes = [10, 20, 30].map((size) => {
  const box = document.createElement('div');
  box.style.height = `${size}px`;
  document.documentElement.append(box);
  return box;
});
const frames = (count, act) => requestAnimationFrame(() => (count ? frames(count - 1, act) : act()));
const told = (name) => (entries, self) => {
  log(name, entries.reduce((sum, { target }) => 10 * sum + boxes.indexOf(target) + 1, 0));
  if (self !== sizes && name === 'sizes') log('other');
  Promise.resolve().then(() => log('microtask'));
};
const sizes = new ResizeObserver(told('sizes'));
const others = new ResizeObserver(told('others'));
const never = new ResizeObserver(told('never'));
frames(3, () => {
  [2, 0, 1].forEach((i) => sizes.observe(boxes[i]));
  others.observe(boxes[1]);
  never.observe(boxes[0]);
  never.disconnect();
  frames(3, () => {
    log('changes');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { log('message'); port1.close(); };
    port2.postMessage(0);
    boxes[0].style.height = '11px';
    boxes[2].style.height = '31px';
    boxes[1].style.width = '50px';
    sizes.unobserve(boxes[1]);
    frames(3, () => {
      log('nothing-changes');
      boxes[0].style.height = '12px';
      boxes[0].style.height = '11px';
      frames(3, () => { sizes.disconnect(); boxes[0].style.height = '13px'; frames(2, () => log('over')); });
    });
  });
});
