// title "a resolver asks the server that it was given and calls back with addresses or an error; who waits can be cancelled"
// rules LOOKUP-3
// layer node

const dgram = require('dgram');
const dns = require('dns');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  // A server of names: it answers a.test with two addresses, lets slow.test wait, and does not know others.
  const server = dgram.createSocket('udp4');
  const record = (last) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, last]);
  let asked = () => {};
  server.on('message', (query, { port, address }) => {
    const name = String(query.subarray(13, 13 + query[12]));
    asked(name);
    if (name === 'slow') return;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const isKnown = name === 'a';
    const head = Buffer.from([query[0], query[1], 0x81, isKnown ? 0x80 : 0x83, 0, 1, 0, isKnown ? 2 : 0, 0, 0, 0, 0]);
    server.send(Buffer.concat(isKnown ? [head, question, record(1), record(2)] : [head, question]), port, address);
  });
  const answered = (label, promise) => promise.then(
    (addresses) => log(`${label}-${addresses.join('-')}`), ({ code }) => log(`${label}-${code}`));
  const reached = (name) => new Promise((resolve) => { asked = (given) => { if (given === name) resolve(); }; });
  const resolve = (resolver, name) => new Promise((settle, reject) => {
    resolver.resolve4(name, (error, addresses) => { if (error === null) settle(addresses); else reject(error); });
    log('called');
  });
  const main = async () => {
    const resolver = new dns.Resolver();
    const standard = dns.getServers().join();
    const own = `127.0.0.1:${server.address().port}`;
    resolver.setServers([own]);
    log('own', Number(resolver.getServers().join() === own));
    log('others', Number(dns.getServers().join() === standard && new dns.Resolver().getServers().join() === standard));
    await answered('known', resolve(resolver, 'a.test'));
    await answered('unknown', resolve(resolver, 'b.test'));
    const waiting = [answered('first', resolve(resolver, 'slow.test')), answered('second', resolve(resolver, 'slow.test'))];
    await reached('slow');
    try { resolver.setServers([own]); } catch ({ code }) { log(code); }
    log('cancel');
    resolver.cancel();
    log('cancelled');
    await Promise.all(waiting);
    await answered('again', resolve(resolver, 'a.test'));
    const promised = new dns.promises.Resolver();
    promised.setServers([own]);
    await answered('promised', promised.resolve4('a.test'));
    await answered('promised-unknown', promised.resolve4('b.test'));
    const last = answered('promised-slow', promised.resolve4('slow.test'));
    await reached('slow');
    promised.cancel();
    await last;
    const hasty = new dns.Resolver({ timeout: 200, tries: 1 });
    hasty.setServers([own]);
    await answered('hasty', resolve(hasty, 'slow.test'));
    server.close();
  };
  server.bind(0, '127.0.0.1', main);
}
