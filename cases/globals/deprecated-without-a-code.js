// title "a function that is deprecated without a code warns after its first call only, each for itself"
// rules GLOBAL-13
// layer node

const util = require('util');

process.on('warning', ({ name, message }) => log(`${name}-${message}`));
const one = util.deprecate((value) => log('old', value), 'first');
// Neither the message nor the lack of a code is shared.
const other = util.deprecate((value) => log('other', value), 'first');
one(1);
one(2);
setTimeout(() => {
  one(3);
  other(4);
  log('called');
  setTimeout(() => { one(5); other(6); }, 1);
}, 1);
