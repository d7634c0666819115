// title "an interval's delay is truncated, and one that is no number, none, negative or too long is one millisecond"
// rules TIMEOUT-6
// layer node
// needs exact-time

const rounds = (label, delay) => {
  const interval = setInterval(() => {
    log(label);
    clearInterval(interval);
  }, delay);
};
// Equal delays come in the order of their creation, and so the last tells which delay the others have.
rounds('no-number', NaN);
rounds('too-long', 2 ** 31);
rounds('zero', 0);
rounds('negative', -40);
rounds('none');
rounds('part', 0.5);
setTimeout(() => log('millisecond'), 1);
rounds('fraction', 40.9);
rounds('text', '40');
setTimeout(() => log('forty'), 40);
