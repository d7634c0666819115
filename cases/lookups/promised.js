// title "the promise of a lookup is settled after the call, with the address or with the error"
// rules LOOKUP-2
// layer node

const dns = require('dns');

if (Number(process.versions.node.split('.')[0]) >= 12) {
  (async () => {
    const promise = dns.promises.lookup('127.0.0.1').then(({ address, family }) => {
      log('address', Number(address === '127.0.0.1'));
      log('family', family);
    });
    log('after');
    await promise;
    await dns.promises.lookup('this-is-no-name.invalid').catch(({ syscall }) => log(syscall));
  })();
}
