// title "a promised timer is fulfilled with any value as it is: false ones, functions, nothing"
// rules PTIMER-1
// layer node

const timers = require('timers/promises'); // From Node 15 on. Before, this throws.

const values = [0, '', false, null, NaN, -1, undefined, () => {}, Symbol('value'), [], {}];
const same = (label, given) => log(label, given.filter((value, i) => Object.is(value, values[i])).length);
(async () => {
  same('timeouts', await Promise.all(values.map((value) => timers.setTimeout(1, value))));
  same('immediates', await Promise.all(values.map((value) => timers.setImmediate(value))));
  log('none', Number(await timers.setTimeout(1) === undefined && await timers.setImmediate() === undefined));
  // From Node 15.9 on.
  if (timers.setInterval) {
    const given = [];
    for (const value of values) {
      for await (const each of timers.setInterval(1, value)) {
        given.push(each);
        break;
      }
    }
    same('intervals', given);
    for await (const each of timers.setInterval(1)) {
      log('none', Number(each === undefined));
      break;
    }
  }
})();
