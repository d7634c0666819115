// title "a frame does each step for the containing document first, then for its frame, before the next step"
// rules BROWSER-69
// layer browser

const frame = document.createElement('iframe');
frame.style.cssText = 'width: 100px; height: 50px';
const box = document.createElement('div');
document.documentElement.append(frame, box);
const after = (count, act) => requestAnimationFrame(() => (count ? after(count - 1, act) : act()));
after(4, () => {
  frame.contentWindow.addEventListener('resize', () => log('resize'));
  const sizes = new ResizeObserver(() => { log('size'); sizes.disconnect(); });
  frame.contentWindow.requestAnimationFrame(() => log('frame', 1));
  requestAnimationFrame(() => { log('frame', 0); sizes.observe(box); });
  frame.style.width = '110px';
});
