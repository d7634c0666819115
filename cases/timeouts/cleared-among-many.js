// title "of many timeouts with a delay each, those that are not cleared are called by their time, in whatever order they were made and cleared"
// rules TIMER-1
// layer node
// needs exact-time

// The same numbers in each run.
let seed = 1;
const below = (limit) => {
  seed = (seed * 16807) % 2147483647;
  return seed % limit;
};
const shuffled = (list) => {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
};
let round = 0;
const next = () => {
  if (++round > 20) return;
  const count = 5 + round * 3;
  const called = [];
  const delays = shuffled(Array.from({ length: count }, (empty, i) => 1 + i * 2));
  const timeouts = delays.map((delay) => setTimeout(() => called.push(delay), delay));
  const cleared = new Set();
  for (const index of shuffled(delays.map((delay, i) => i)).slice(0, below(count))) {
    clearTimeout(timeouts[index]);
    cleared.add(delays[index]);
  }
  setTimeout(() => {
    const expected = delays.filter((delay) => !cleared.has(delay)).sort((a, b) => a - b);
    if (called.join() !== expected.join()) log('unordered', round);
    next();
  }, 2 * count + 10);
};
next();
process.on('exit', () => log('rounds', round - 1));
