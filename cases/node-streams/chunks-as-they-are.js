// title "in which form chunks come: decoded, joined, one at a time, as they were written"
// rules FLOW-43
// layer node

const { EventEmitter } = require('events');
const { Readable, Writable } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const name = (chunk) => `${Buffer.isBuffer(chunk) ? 'buffer' : typeof chunk}-${Buffer.isBuffer(chunk) ? chunk.toString('hex') : chunk}`;
  const sink = (label, options) => new Writable({
    write(chunk, encoding, done) { log(`${label}-${name(chunk)}-${encoding}`); done(); }, ...options,
  });
  sink('plain').end('a');
  sink('hex').end('ab', 'hex');
  sink('kept', { decodeStrings: false }).end('a');
  sink('kept-hex', { decodeStrings: false }).end('ab', 'hex');
  sink('default', { defaultEncoding: 'hex' }).end('ab');
  sink('set').setDefaultEncoding('hex').end('ab');
  sink('object', { objectMode: true, write(chunk, encoding, done) { log(`object-${name(chunk)}`); done(); } }).end(7);
  const together = sink('together', {
    decodeStrings: false,
    writev(chunks, done) { for (const { chunk, encoding } of chunks) log(`together-${name(chunk)}-${encoding}`); done(); },
  });
  together.cork();
  together.write('a', 'latin1');
  together.write(Buffer.from('b'));
  together.end();

  const source = (options) => new Readable({ read() {}, ...options });
  const text = source().setEncoding('utf8');
  text.push(Buffer.from([0xe2, 0x82]));
  log(`half-${text.read()}`);
  text.push(Buffer.from([0xac]));
  log('whole', text.read() === '\u20ac' ? 1 : 0);
  const hex = source({ encoding: 'hex' });
  hex.push(Buffer.from([1, 2]));
  log(`hex-${hex.read()}`);
  const bytes = source();
  bytes.push('ab');
  bytes.push('cd');
  log(`too-many-${bytes.read(5)}`);
  log(`some-${bytes.read(3)}`);
  bytes.push(null);
  log(`rest-${bytes.read(5)}`);
  const objects = source({ objectMode: true });
  objects.push('ab');
  objects.push('cd');
  log(`one-${objects.read(5)}`);
  log(`empty-${source().push('')}`);

  const old = new EventEmitter();
  old.pause = () => log('old-pause');
  old.resume = () => log('old-resume');
  const wrapped = source({ objectMode: true, highWaterMark: 1 }).wrap(old);
  wrapped.on('data', (chunk) => log(`wrapped-${chunk}`)).on('end', () => log('wrapped-end')).on('error', () => log('wrapped-error'));
  setImmediate(() => { old.emit('data', 'a'); old.emit('end'); });
}
