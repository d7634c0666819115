// title "further arguments of an immediate reach its callback"
// rules CHECK-24
// layer node

setImmediate((a, b, c, d, e) => {
  log('a', a);
  log('b', b);
  log('c', c);
  log('d', d);
  log('e', e);
}, 1, 2, 3, 4, 5);
setImmediate((a, b) => log('sum', a + b), 20, 22);
setImmediate((...rest) => log('without', rest.length));
