// title "an idle callback is a task of its own, knows how much time remains, and says whether it was late"
// rules BROWSER-36 BROWSER-46 BROWSER-53
// layer browser

const remains = (deadline) => { const time = deadline.timeRemaining(); return Number(time >= 0 && time <= 50); };
let order = 0;
log('number', Number(requestIdleCallback((deadline) => {
  log('first', Number(deadline.didTimeout) * 10 + remains(deadline));
  Promise.resolve().then(() => log('microtask'));
  cancelIdleCallback(third);
  requestIdleCallback((later) => { log('later', remains(later)); });
}) > 0));
requestIdleCallback((deadline) => log('second', remains(deadline)));
const third = requestIdleCallback(() => log('third'));
cancelIdleCallback(123456);

// A callback begins before its deadline; a busy machine may let it pass meanwhile, but not each time.
let tries = 0;
const leisurely = (deadline) => {
  if (deadline.timeRemaining() > 0 || ++tries === 20) log('leisure', Number(tries < 20)); else requestIdleCallback(leisurely);
};
setTimeout(() => requestIdleCallback(leisurely), 100);

setTimeout(() => {
  // While the page is never idle, only those with a timeout are called, by their time.
  const end = performance.now() + 400;
  const busy = () => {
    const stop = performance.now() + 8;
    while (performance.now() < stop);
    if (performance.now() < end && order < 2) { queue.port2.postMessage(0); setTimeout(busy); } else log('over', order);
  };
  const queue = new MessageChannel();
  queue.port1.onmessage = () => { const stop = performance.now() + 8; while (performance.now() < stop); };
  const late = (name, timeout) => requestIdleCallback((deadline) => {
    order++;
    log(name, Number(deadline.didTimeout && deadline.timeRemaining() === 0));
  }, { timeout });
  busy();
  late('slow', 120);
  late('quick', 40);
}, 600);
