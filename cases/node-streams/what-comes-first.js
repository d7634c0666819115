// title "construct comes before all else, final before finish, and each delays what follows it"
// rules FLOW-19
// layer node

const { Duplex } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 16) {
  const stream = new Duplex({
    construct(done) { log('construct'); setTimeout(() => { log('constructed'); done(); }, 1); },
    read() { log('read'); this.push(null); },
    write(chunk, encoding, done) { log('write'); done(); },
    final(done) { log('final'); setTimeout(() => { log('finalized'); done(); }, 1); },
    destroy(error, done) { log('destroy'); setTimeout(() => { log('destroyed'); done(error); }, 1); },
  });
  for (const event of ['finish', 'end', 'close']) stream.on(event, () => log(event));
  stream.write('a');
  stream.end();
  stream.on('finish', () => stream.resume());
  log('script');
}
