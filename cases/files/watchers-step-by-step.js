// title "a watcher reports changes until it is closed, and the close later; one listener of a watched file can be removed"
// rules FILE-11 FILE-16
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const name = path.join(root, 'f');
  const parts = [
    function folder(next) {
      const one = fs.watch(root, (type, file) => { log(`${type}-${file}`); if (type === 'rename') one.close(); log('still'); });
      one.on('error', () => log('error')).on('close', () => { log('close'); setTimeout(next, 20); });
      setTimeout(() => fs.closeSync(fs.openSync(name, 'w')), 5);
      setTimeout(() => fs.writeFileSync(path.join(root, 'g'), 'unseen'), 15);
    },
    function closed(next) {
      const one = fs.watch(root, () => log('unseen')).on('close', () => { log('close'); setImmediate(next); });
      log('returned', Number(one.close() === undefined));
      one.close();
    },
    function aborted(next) {
      const controller = new AbortController();
      fs.watch(root, { signal: controller.signal }).on('close', () => { log('aborted'); setImmediate(next); });
      setImmediate(() => { controller.abort(); log('abort'); });
    },
    function events(next) {
      const one = fs.watch(name);
      one.once('change', (type, file) => { log(`${type}-${file}`); one.on('close', next); one.close(); });
      setTimeout(() => fs.writeFileSync(name, 'change'), 5);
    },
    function missing(next) {
      try { fs.watch(path.join(root, 'none')); log('fine'); } catch ({ code }) { log(code); }
      next();
    },
    async function iterated(next) {
      const controller = new AbortController();
      setTimeout(() => fs.writeFileSync(name, 'other'), 5);
      try {
        for await (const { eventType, filename } of fs.promises.watch(name, { signal: controller.signal })) {
          log(`iterated-${eventType}-${filename}`);
          controller.abort();
        }
        log('over');
      } catch (error) { log(error.name); }
      next();
    },
    function polled(next) {
      const gone = () => log('taken-away');
      const one = fs.watchFile(name, { interval: 10 }, (now, before) => {
        log('size', now.size * 100 + before.size);
        log('newer', Number(now.mtimeMs >= before.mtimeMs));
        if (now.size) return;
        fs.unwatchFile(name);
        fs.writeFileSync(name, 'unseen');
        setTimeout(next, 50);
      });
      log('same', Number(fs.watchFile(name, { interval: 10 }, gone) === one));
      log('references', Number(one.unref() === one && one.ref() === one));
      fs.unwatchFile(name, gone);
      fs.unwatchFile(name, () => {});
      setTimeout(() => fs.writeFileSync(name, 'changed'), 35);
      setTimeout(() => fs.unlinkSync(name), 75);
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); else fs.rmSync(root, { recursive: true }); };
  go();
}
