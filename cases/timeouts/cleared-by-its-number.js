// title "a timeout can be cleared by its number, as a number and as a string"
// rules TIMEOUT-2
// layer node

// From Node 12.19 on.
if (setTimeout(() => {}, 1)[Symbol.toPrimitive]) {
  const first = setTimeout(() => log('first'), 5);
  const second = setTimeout(() => log('second'), 5);
  const third = setInterval(() => log('third'), 5);
  setTimeout(() => log('last'), 5);
  log(Number.isInteger(+first) && +first !== +second ? 'number' : 'other');
  clearTimeout(+first);
  clearTimeout(`${second}`);
  clearInterval(+third);
}
