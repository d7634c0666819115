// title "the callback of a lookup comes after the call, also for what is an address already, with null or an error"
// rules LOOKUP-1
// layer node

const dns = require('dns');

let left = 3;
const done = () => { if (--left === 0) dns.lookup('127.0.0.1', { all: true }, (error, addresses) => {
  log('all', addresses.length);
  log('family', addresses[0].family);
}); };
dns.lookup('127.0.0.1', (error, address, family) => {
  log('error', Number(error !== null));
  log('address', Number(address === '127.0.0.1'));
  log('family', family);
  done();
});
// A service of the loopback address has a name, or is not found.
dns.lookupService('127.0.0.1', 80, (error, ...names) => {
  log('service', Number(error ? names.every((name) => name === undefined) : names.length === 2 && names.every((name) => typeof name === 'string')));
  done();
});
setImmediate(done);
process.nextTick(() => log('tick'));
log('after');
