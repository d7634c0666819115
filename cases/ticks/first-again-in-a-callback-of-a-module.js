// title "in a callback that a module has made, ticks come before microtasks as ever"
// rules TICK-12 TICK-1
// layer node

// A module without a file. Before Node 12 there is none unless a flag asks for it.
const body = () => {
  setImmediate(() => {
    process.nextTick(() => log('tick'));
    Promise.resolve().then(() => log('promise'));
    log('immediate');
  });
};
const source = Buffer.from(`(${body})()`).toString('base64');
import(`data:text/javascript;base64,${source}`).catch(() => {});
