// title "a thousand ticks come in their order, with their arguments, and all before the first microtask"
// rules TICK-1 TICK-2 TICK-3
// layer node

let ticks = 0;
let inOrder = 0;
const run = (when) => {
  ticks = inOrder = 0;
  Promise.resolve().then(() => {
    log(`${when}-ticks`, ticks);
    log(`${when}-in-order`, inOrder);
  });
  for (let i = 0; i < 500; i++) {
    process.nextTick((number, text) => {
      inOrder += ticks++ === number && text === `tick ${number}`;
      // What ticks add comes behind all of them.
      process.nextTick((other) => { inOrder += ticks++ === other; }, 500 + number);
    }, i, `tick ${i}`);
  }
};
run('script');
setImmediate(() => run('immediate'));
