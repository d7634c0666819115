// title "a tick passes on as many arguments as it is given, in their order"
// rules TICK-11
// layer node

const check = (count) => (...given) => {
  log('count', given.length);
  log('right', Number(given.length === count && given.every((value, index) => value === index)));
};
for (let count = 0; count <= 8; count++) process.nextTick(check(count), ...Array(count).keys());
