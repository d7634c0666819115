// title "a frame's time is not ahead of the clock and grows; requests are numbered one by one"
// rules BROWSER-7 BROWSER-9
// layer browser

let last = 0;
let frames = 0;
const next = (now) => {
  if (frames++ === 5) { log('over'); return; }
  log('time', Number(now > last && now <= performance.now() + 1));
  last = now;
  const numbers = [1, 2, 3].map(() => requestAnimationFrame(() => log('never')));
  log('numbered', Number(numbers[1] === numbers[0] + 1 && numbers[2] === numbers[1] + 1));
  numbers.forEach(cancelAnimationFrame);
  requestAnimationFrame(next);
};
requestAnimationFrame(next);
