// title "further arguments of a timeout reach its callback"
// rules TIMER-37
// layer node

// More than three, since Node once kept so many in a way of their own.
setTimeout((a, b, c, d, e) => {
  log('a', a);
  log('b', b);
  log('c', c);
  log('d', d);
  log('e', e);
}, 1, 1, 2, 3, 4, 5);
setTimeout((...rest) => log('without', rest.length), 1);
