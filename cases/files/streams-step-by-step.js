// title "what streams of files tell of themselves at each step, and what their options change"
// rules FILE-5 FILE-6 FILE-9 FILE-14
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  // Somebody else may have the number by now, but not for this file.
  const isOpen = (fd) => { try { return Number(fs.fstatSync(fd).ino === fs.statSync(name).ino); } catch (error) { return 0; } };
  const parts = [
    function write(next) {
      const one = fs.createWriteStream(name);
      log('made', Number(one.pending) * 100 + Number(one.path === name) * 10 + Number(one.fd === null));
      one.on('open', (fd) => { log('open', Number(fd === one.fd && !one.closed)); process.nextTick(() => log('tick')); });
      one.on('ready', () => log('ready', Number(one.pending)));
      one.write('abc', () => log('written'));
      log('waits', one.bytesWritten);
      one.end('def', () => log('ended'));
      one.on('finish', () => log('finish', one.bytesWritten)).on('close', () => { log('close', Number(one.fd === null)); next(); });
    },
    function read(next) {
      const one = fs.createReadStream(name, { highWaterMark: 4 });
      log('mark', fs.createReadStream(name).destroy().readableHighWaterMark);
      log('made', Number(one.pending) * 100 + Number(one.path === name) * 10 + Number(one.fd === null));
      one.on('open', (fd) => { log('open', Number(fd === one.fd)); process.nextTick(() => log('tick')); });
      one.on('ready', () => log('ready', Number(one.pending)));
      one.on('data', (chunk) => log(String(chunk), one.bytesRead));
      one.on('end', () => log('end', isOpen(one.fd))).on('close', () => { log('close', one.bytesRead); next(); });
    },
    function part(next) {
      fs.createReadStream(name, { start: 1, end: 3, encoding: 'utf8' }).on('data', (text) => log(`part-${text}`)).on('close', next);
    },
    function keptOpen(next) {
      const one = fs.createReadStream(name, { autoClose: false }).resume();
      one.on('close', () => log('closed')).on('end', () => setImmediate(() => {
        const { fd } = one;
        log('kept', isOpen(fd) * 10 + Number(one.destroyed));
        one.destroy();
        one.on('close', () => { log('gone', isOpen(fd)); next(); });
      }));
    },
    function quiet(next) {
      fs.createReadStream(name, { emitClose: false }).resume().on('close', () => log('no-close')).on('end', () => setTimeout(next, 5));
    },
    function ofDescriptor(next) {
      const fd = fs.openSync(name);
      const one = fs.createReadStream(null, { fd }).resume().on('open', () => log('no-open'));
      log('pending', Number(one.pending));
      one.on('close', () => { log('shut', isOpen(fd)); next(); });
    },
    function missing(next) {
      const none = (one, then) => {
        const label = one.constructor.name;
        for (const event of ['open', 'ready', 'end', 'finish']) one.on(event, () => log(`no-${event}`));
        one.on('error', ({ code }) => log(`${label}-${code}`)).on('close', () => { log(`${label}-close`, Number(one.pending)); setImmediate(then); });
      };
      none(fs.createReadStream(path.join(root, 'none')), () => none(fs.createWriteStream(path.join(root, 'none', 'at-all')), next));
    },
    function closeCalls(next) {
      const one = fs.createWriteStream(name, { flags: 'a' }).on('finish', () => log('finish')).on('close', () => log('close'));
      one.on('ready', () => {
        one.close((error) => { log(`call-${error ? 'error' : 'fine'}`); one.close(() => { log('again'); next(); }); });
        log('not-yet');
      });
    },
    function aborted(next) {
      const controller = new AbortController();
      fs.createReadStream(name, { signal: controller.signal }).on('error', ({ name: kind }) => log(kind)).on('close', () => { log('aborted'); next(); });
      controller.abort();
    },
    function from(next) {
      const one = fs.createWriteStream(name, { flags: 'r+', start: 2 });
      one.end('X').on('close', () => { log(fs.readFileSync(name, 'utf8')); fs.rmSync(root, { recursive: true }); next(); });
    },
  ];
  const go = () => { const next = parts.shift(); if (next) next(() => setImmediate(go)); };
  go();
}
