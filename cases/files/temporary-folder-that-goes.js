// title "a temporary folder that can be disposed of is removed with all in it, by hand or by disposal, wherever the process is by then"
// rules FILE-27
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 24.4 on.
if (fs.mkdtempDisposableSync && fs.promises.mkdtempDisposable) {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-base-'));
  const make = {
    promised: () => fs.promises.mkdtempDisposable('own-'),
    synchronous: () => fs.mkdtempDisposableSync('own-'),
  };
  const remove = {
    'by-hand': (folder) => folder.remove(),
    'by-disposal': (folder) => folder[Symbol.asyncDispose] ? folder[Symbol.asyncDispose]() : folder[Symbol.dispose](),
  };
  (async () => {
    for (const way of Object.keys(make)) {
      for (const end of Object.keys(remove)) {
        process.chdir(base);
        const folder = await make[way]();
        const full = path.resolve(base, folder.path);
        fs.mkdirSync(path.join(full, 'inner'));
        fs.writeFileSync(path.join(full, 'inner', 'file'), 'text');
        log(`${way}-${end}`, Number(fs.existsSync(full)));
        process.chdir('/');
        await remove[end](folder);
        log('exists', Number(fs.existsSync(full)));
      }
    }
    fs.rmSync(base, { recursive: true });
  })();
}
