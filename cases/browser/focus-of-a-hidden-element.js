// title "an element that is hidden loses its focus at once or in the next frame"
// rules BROWSER-71
// layer browser

const input = document.createElement('input');
const box = document.createElement('div');
document.documentElement.append(input, box);
const frames = (count, act) => requestAnimationFrame(() => (count ? frames(count - 1, act) : act()));
frames(2, () => {
  input.focus();
  input.addEventListener('blur', () => log('blur'));
  frames(2, () => {
    const sizes = new ResizeObserver(() => { log('size'); sizes.disconnect(); });
    input.hidden = true;
    log('hidden');
    requestAnimationFrame(() => { log('frame'); sizes.observe(box); });
    frames(5, () => log('fixed', Number(document.activeElement === document.body)));
  });
});
