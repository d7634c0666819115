// title "an intersection is reported in a task after the frame: after animation callbacks and size observers"
// rules BROWSER-39
// layer browser

requestAnimationFrame(() => requestAnimationFrame(() => {
  const box = document.createElement('div');
  box.style.height = '10px';
  document.documentElement.append(box);
  const seen = new IntersectionObserver(() => {
    log('intersection');
    seen.disconnect();
  });
  const sizes = new ResizeObserver(() => {
    log('size');
    sizes.disconnect();
  });
  seen.observe(box);
  sizes.observe(box);
  log('raf');
}));
