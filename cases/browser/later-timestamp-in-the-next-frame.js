// title "an animation callback that is requested within another one gets a later time"
// rules BROWSER-8
// layer browser

requestAnimationFrame((first) => {
  log('r1');
  requestAnimationFrame((second) => {
    log('r3');
    if (second > first) log('later');
    else log('same');
  });
});
requestAnimationFrame(() => log('r2'));
