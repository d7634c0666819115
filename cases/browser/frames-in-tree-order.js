// title "the documents of a page take part in a frame in tree order, whatever the order of their requests"
// rules BROWSER-69
// layer browser

const frames = [1, 2].map(() => {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 100px; height: 50px';
  document.documentElement.append(frame);
  return frame;
});
const box = document.createElement('div');
document.documentElement.append(box);
const after = (count, act) => requestAnimationFrame(() => (count ? after(count - 1, act) : act()));
after(4, () => {
  frames.forEach((frame, i) => frame.contentWindow.addEventListener('resize', () => log('resize', i + 1)));
  const sizes = new ResizeObserver(() => { log('size'); sizes.disconnect(); });
  frames[1].contentWindow.requestAnimationFrame(() => log('frame', 2));
  frames[0].contentWindow.requestAnimationFrame(() => log('frame', 1));
  requestAnimationFrame(() => { log('frame', 0); sizes.observe(box); });
  frames[1].style.width = '110px';
  frames[0].style.width = '110px';
});
