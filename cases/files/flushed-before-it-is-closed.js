// title "what is written with the option flush is flushed after the last write and before the file is closed"
// rules FILE-22
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 20.10 on, and from 21.
if (Number(process.versions.node.split('.')[0]) >= 22) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  const own = (label) => (...args) => { log(label); return fs[label](...args); };
  const calls = { open: own('open'), write: own('write'), fsync: own('fsync'), close: own('close') };
  const stream = (label, flush, next) => {
    const one = fs.createWriteStream(name, { fs: calls, flush });
    one.on('finish', () => log(`${label}-finish`)).on('close', () => { log(`${label}-close`); next(); });
    one.end('abc');
  };
  const watched = (label) => { const { [label]: whole } = fs; fs[label] = (...args) => { log(label); return whole.apply(fs, args); }; return () => { fs[label] = whole; }; };
  const file = (next) => {
    const restore = ['fsync', 'close'].map(watched);
    fs.writeFile(name, 'abc', { flush: true }, (error) => {
      log('written', Number(error === null));
      fs.writeFile(name, 'abc', () => {
        log('unflushed');
        restore.forEach((call) => call());
        next();
      });
    });
  };
  const refused = () => { try { fs.createWriteStream(name, { flush: 1 }); } catch (error) { log(error.code); } };
  stream('flushed', true, () => stream('plain', false, () => file(() => { refused(); fs.rmSync(root, { recursive: true }); })));
}
