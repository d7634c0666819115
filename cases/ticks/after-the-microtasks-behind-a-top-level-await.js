// title "after a top-level await, microtasks come before ticks"
// rules TICK-12
// layer node

// Before Node 14.8 that is no module, and nothing of it is evaluated.
const body = () => {
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('promise'));
  queueMicrotask(() => log('microtask'));
  log('body');
};
const source = Buffer.from(`await null; (${body})()`).toString('base64');
import(`data:text/javascript;base64,${source}`).catch(() => {});
