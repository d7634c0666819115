// title "a timeout is its number where a primitive is wanted: an integer of its own, which clears it until it is called"
// rules TIMEOUT-2
// layer node

// From Node 12.19 on.
if (setTimeout(() => {}, 1)[Symbol.toPrimitive]) {
  const made = [5, 5, 7].map((delay) => setTimeout(() => {}, delay)).concat(setInterval(() => {}, 5));
  const numbers = made.map((timer) => timer[Symbol.toPrimitive]());
  log('integers', numbers.filter((number) => typeof number === 'number' && Number.isInteger(number)).length);
  log('different', new Set(numbers).size);
  log('the-same', made.filter((timer, i) => +timer === numbers[i] && `${timer}` === String(numbers[i])).length);
  clearTimeout(numbers[0]);
  clearInterval(String(numbers[1]));
  clearInterval(numbers[2]);
  clearTimeout(String(numbers[3]));
  const kept = setTimeout(() => log('kept'), 5);
  clearTimeout(-1);
  clearTimeout(0);
  clearTimeout('none');
  clearTimeout(undefined);
  clearTimeout(null);
  clearTimeout({});
  clearInterval(undefined);
  clearImmediate(undefined);
  // The number of one that was called clears no other.
  const called = setTimeout(() => {
    clearTimeout(+called);
    setTimeout(() => log('later'), 5);
    clearTimeout(+called);
  }, +kept > 0 ? 1 : 2);
  Number(called);
}
