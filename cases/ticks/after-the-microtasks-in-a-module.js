// title "while a module is evaluated, microtasks come before ticks"
// rules TICK-12
// layer node

// A module without a file. Before Node 12 there is none unless a flag asks for it.
const body = () => {
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('promise'));
  queueMicrotask(() => log('microtask'));
  log('body');
};
const source = Buffer.from(`(${body})()`).toString('base64');
import(`data:text/javascript;base64,${source}`).catch(() => {});
