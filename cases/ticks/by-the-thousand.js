// title "ticks, microtasks, immediates and timeouts by the thousand are all called, in order, also those that they add"
// rules TICK-2 TICK-3
// layer node

// A queue of Node's holds 2047 before it needs another.
const many = 5000;
const counter = (name, then) => {
  let last = -1;
  let ordered = 1;
  return (i) => {
    if (i !== last + 1) ordered = 0;
    last = i;
    if (i === many - 1) {
      log(name, ordered);
      then();
    }
  };
};
const ticks = (then) => {
  const count = counter('ticks', then);
  for (let i = 0; i < many; i++) process.nextTick(count, i);
};
const added = (then) => {
  const count = counter('added', then);
  // Each of the first half adds one behind all others.
  for (let i = 0; i < many / 2; i++) {
    process.nextTick(() => {
      count(i);
      process.nextTick(count, many / 2 + i);
    });
  }
};
const mixed = (then) => {
  const count = counter('mixed', then);
  for (let i = 0; i < many; i += 2) {
    process.nextTick(count, i / 2);
    Promise.resolve().then(() => count(many / 2 + i / 2));
  }
};
const immediates = (then) => {
  const count = counter('immediates', then);
  for (let i = 0; i < many; i++) setImmediate(count, i);
};
const timeouts = (then) => {
  const count = counter('timeouts', then);
  for (let i = 0; i < many; i++) setTimeout(count, 1, i);
};
// Each begins in a turn of its own.
const parts = [ticks, added, mixed, immediates, timeouts];
const next = () => { if (parts.length) setImmediate(parts.shift(), next); };
next();
