// title "an idle callback's time runs down to nothing and ends with the next timer; its requests are numbered"
// rules BROWSER-36 BROWSER-53 BROWSER-67
// layer browser

const numbers = [1, 2, 3].map(() => requestIdleCallback(() => log('never')));
log('numbered', Number(numbers[1] === numbers[0] + 1 && numbers[2] === numbers[1] + 1));
numbers.forEach(cancelIdleCallback);
const compute = (time) => { const end = performance.now() + time; while (performance.now() < end); };
requestIdleCallback((deadline) => {
  const before = deadline.timeRemaining();
  compute(4);
  const after = deadline.timeRemaining();
  log('less', Number(after === 0 || before - after >= 3));
  compute(60);
  log('run-out', deadline.timeRemaining());
  let calls = 0;
  const until = () => {
    const due = performance.now() + 20;
    const timer = setTimeout(() => {}, 20);
    requestIdleCallback((soon) => {
      log('until-the-timer', Number(performance.now() + soon.timeRemaining() <= due + 2));
      clearTimeout(timer);
    });
  };
  requestIdleCallback(() => {
    log('called', ++calls);
    if (calls === 1) setTimeout(until, 100);
  }, { timeout: 30 });
});
