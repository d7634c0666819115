// title "further arguments of a tick reach its callback"
// rules TICK-11
// layer node

process.nextTick((a, b, c, d, e) => {
  log('a', a);
  log('b', b);
  log('c', c);
  log('d', d);
  log('e', e);
}, 1, 2, 3, 4, 5);
process.nextTick((a, b) => log('sum', a + b), 20, 22);
process.nextTick((...rest) => log('without', rest.length));
