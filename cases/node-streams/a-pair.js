// title "what is written to one of a pair is read on the other, and ends there"
// rules FLOW-49
// layer node

const { duplexPair } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const [one, other] = duplexPair({ highWaterMark: 4 });
  let open = 2;
  const seen = [];
  for (const [name, side] of Object.entries({ one, other })) {
    for (const event of ['end', 'finish', 'close']) side.on(event, () => seen.push(`${name}-${event}`));
    side.on('close', () => { if (!--open) seen.sort().forEach((label) => log(label)); });
  }
  log('mark', one.writableHighWaterMark);
  log('room', Number(one.write('abcd', () => log('written'))));
  setImmediate(() => {
    log('listen');
    other.on('data', (chunk) => {
      log(`other-${chunk}`);
      other.end('back');
    });
    one.on('data', (chunk) => { log(`one-${chunk}`); one.end(); });
  });
}
