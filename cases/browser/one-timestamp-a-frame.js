// title "the animation callbacks of a frame get the same time"
// rules BROWSER-7
// layer browser

let first;
requestAnimationFrame((now) => {
  first = now;
  log('r1');
  Promise.resolve().then(() => log('p1'));
  const end = performance.now() + 5;
  while (performance.now() < end);
});
requestAnimationFrame((now) => {
  log('r2');
  if (now === first) log('same');
  else log('other');
});
