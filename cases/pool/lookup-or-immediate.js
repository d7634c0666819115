// title "a name lookup comes before or after an immediate of the script"
// rules POOL-14
// layer node

const dns = require('dns');

dns.lookup('localhost', () => log('lookup'));
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('promise'));
process.nextTick(() => log('tick'));
