// title "a timeout passes on as many arguments as it is given, in their order"
// rules TIMER-37
// layer node

const check = (count) => (...given) => {
  log('count', given.length);
  log('right', Number(given.length === count && given.every((value, index) => value === index)));
};
for (let count = 0; count <= 8; count++) setTimeout(check(count), 5, ...Array(count).keys());
