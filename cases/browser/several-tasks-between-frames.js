// title "several timeouts may come between two frames"
// rules BROWSER-4
// layer browser

// Each frame makes eight timeouts. A page that draws after every task has one between two frames.
let tasks = 0;
let most = 0;
let frames = 0;
const frame = () => {
  most = Math.max(most, tasks);
  tasks = 0;
  if (++frames === 6) {
    log(most > 1 ? 'several' : 'one');
    return;
  }
  for (let i = 0; i < 8; i++) setTimeout(() => { tasks++; }, 0);
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
