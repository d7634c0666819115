// title "a directory is read entry by entry until null, and once it is closed nothing can be read"
// rules FILE-10
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 12.12 on.
if (fs.opendir) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  for (const name of ['a', 'b', 'c']) fs.writeFileSync(path.join(folder, name), '');
  (async () => {
    const names = [];
    for await (const { name } of await fs.promises.opendir(folder)) names.push(name);
    log(names.sort().join(''));
    const left = await fs.promises.opendir(folder);
    for await (const entry of left) { log('entry', Number(entry.isFile())); break; }
    await (async () => left.read())().then(() => log('open'), ({ code }) => log(code));
    const dir = fs.opendirSync(folder);
    let count = 0;
    while (dir.readSync()) count++;
    log('count', count);
    dir.read((error, entry) => {
      log('end', Number(entry === null));
      dir.close(() => {
        log('closed');
        try { dir.readSync(); log('open'); } catch ({ code }) { log(code); }
        for (const name of ['a', 'b', 'c']) fs.unlinkSync(path.join(folder, name));
        fs.rmdirSync(folder);
      });
    });
    log('after');
  })();
}
