// title "immediates that are added after the first, the latest, all or any others were cleared come in their order, and none is lost"
// rules CHECK-10
// layer node

const many = 6;
const all = Array.from({ length: many }, (empty, i) => i);
// Which of them are cleared, in which order.
const parts = {
  first: [0],
  latest: [many - 1],
  'latest-two': [many - 1, many - 2],
  'latest-two-forwards': [many - 2, many - 1],
  middle: [2, 3],
  all: all.slice(),
  'all-backwards': all.slice().reverse(),
  'all-but-one': all.filter((i) => i !== 2),
};
const names = Object.keys(parts);
const next = () => {
  const name = names.shift();
  if (!name) return;
  const called = [];
  const add = (label) => setImmediate(() => called.push(label));
  const made = all.map(add);
  for (const i of parts[name]) clearImmediate(made[i]);
  add('a');
  // Once more, among those that were added behind.
  const late = add('never');
  add('b');
  clearImmediate(late);
  clearImmediate(add('never'));
  add('c');
  setImmediate(() => {
    const expected = all.filter((i) => !parts[name].includes(i)).concat(['a', 'b', 'c']);
    log(name, Number(called.join() === expected.join()));
    next();
  });
};
next();
