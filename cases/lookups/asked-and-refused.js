// title "a lookup answers as its options ask; servers, orders, addresses and callbacks that are none are refused"
// rules LOOKUP-4
// layer node

const dns = require('dns');
const util = require('util');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const nobody = () => log('never');
  const main = async () => {
    thrown('server', () => dns.setServers(['no']));
    thrown('servers', () => dns.setServers('127.0.0.1'));
    const resolver = new dns.Resolver();
    resolver.setServers(['127.0.0.1', '[::1]:1053', '127.0.0.2:53']);
    log(resolver.getServers().join('_').replace(/[^0-9a-z_.]/g, '-'));
    thrown('no-callback', () => dns.lookup('127.0.0.1'));
    thrown('family', () => dns.lookup('127.0.0.1', 5, nobody));
    thrown('order', () => dns.lookup('127.0.0.1', { all: 1 }, nobody));
    thrown('service', () => dns.lookupService('no', 80, nobody));
    thrown('port', () => dns.lookupService('127.0.0.1', 70000, nobody));
    thrown('type', () => dns.resolve('a.test', 'NONE', nobody));
    thrown('result-order', () => dns.setDefaultResultOrder('no'));
    for (const order of ['ipv4first', 'verbatim']) {
      dns.setDefaultResultOrder(order);
      log(dns.getDefaultResultOrder());
    }
    const { address, family } = await util.promisify(dns.lookup)('127.0.0.1');
    log(address, family);
    const six = await dns.promises.lookup('::1', { family: 0 });
    log('six', six.family);
    const [only] = await dns.promises.lookup('127.0.0.1', { all: true });
    log(only.address, only.family);
    await new Promise((resolve) => {
      dns.lookup('this-is-no-name.invalid', (error, ...rest) => {
        log(`${error.syscall}-${error.hostname}`, rest.filter((value) => value !== undefined).length);
        resolve();
      });
      log('after');
    });
    log('address', Number((await dns.promises.lookup('localhost', 4)).address === '127.0.0.1'));
  };
  main();
}
