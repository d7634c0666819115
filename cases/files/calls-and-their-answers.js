// title "each call with a callback returns first, and then answers with null and what it has, or with an error"
// rules FILE-1 FILE-13
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// Too large to be anybody's; a number that was just closed may be somebody else's already.
const NO_FILE = 1000000;

if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const at = (...names) => path.join(root, ...names);
  const kind = (value) => (value === null || value === undefined ? 'nothing' : typeof value);
  const answers = [
    ['mkdir', [at('a', 'b'), { recursive: true }], (made) => Number(made === at('a'))],
    ['mkdir', [at('a', 'b'), { recursive: true }], (made) => Number(made === undefined)],
    ['mkdir', [at('a')]],
    ['access', [at('none')]],
    ['access', [root], (none) => Number(none === undefined)],
    ['writeFile', [at('f'), 'abc']],
    ['appendFile', [at('f'), 'def']],
    ['readFile', [at('f')], (data) => Number(Buffer.isBuffer(data)) * 100 + data.length],
    ['readFile', [at('f'), 'utf8'], (data) => Number(data === 'abcdef')],
    ['readFile', [at('none')]],
    ['truncate', [at('f'), 4]],
    ['stat', [at('f')], (stats) => stats.size * 10 + Number(stats.isFile())],
    ['stat', [at('none')]],
    ['lstat', [root], (stats) => Number(stats.isDirectory())],
    ['chmod', [at('f'), 0o600]],
    ['utimes', [at('f'), 1, 2]],
    ['copyFile', [at('f'), at('g')]],
    ['copyFile', [at('f'), at('g'), fs.constants.COPYFILE_EXCL]],
    ['link', [at('f'), at('l')]],
    ['symlink', [at('f'), at('s')]],
    ['readlink', [at('s')], (to) => Number(to === at('f'))],
    ['realpath', [at('s')], (to) => Number(to === fs.realpathSync(at('f')))],
    ['rename', [at('g'), at('h')]],
    ['rename', [at('g'), at('h')]],
    ['readdir', [root], (names) => Number(names.sort().join('') === 'afhls')],
    ['readdir', [root, { withFileTypes: true }], (all) => all.filter((one) => one.isDirectory()).length],
    ['opendir', [at('a')], (folder) => { folder.closeSync(); return Number(folder.path === at('a')); }],
    ['cp', [at('a'), at('c'), { recursive: true }]],
    ['rmdir', [at('a')]],
    ['unlink', [at('h')]],
    ['unlink', [at('h')]],
    ['rm', [at('none')]],
    ['rm', [at('none'), { force: true }]],
    ['rm', [at('c'), { recursive: true }]],
    ['mkdtemp', [at('t-')], (name) => Number(name.startsWith(at('t-')) && name.length === at('t-').length + 6)],
    ['statfs', [root], (stats) => Number(stats.bsize > 0)],
  ];
  // The same calls, one after the other, by callback and then by promise.
  const byCallback = (rest, done) => {
    if (!rest.length) return done();
    const [[name, args, ask]] = rest;
    fs[name](...args, (error, ...values) => {
      if (error) log(`${name}-${error.code}`);
      else if (ask) log(`${name}-${kind(error)}`, ask(...values));
      else log(`${name}-${kind(error)}-${kind(values[0])}`);
      byCallback(rest.slice(1), done);
    });
    log('returned');
    return undefined;
  };
  const byPromise = async () => {
    for (const [name, args, ask] of answers) {
      const promise = fs.promises[name](...args).then((value) => (ask ? log(`${name}`, ask(value)) : log(`${name}-${kind(value)}`)), ({ code }) => log(`${name}-${code}`));
      log('returned');
      await promise;
    }
  };
  const descriptors = () => {
    const name = at('d');
    fs.open(name, 'w+', (none, fd) => {
      log('open', Number(none === null && fd > 2));
      fs.write(fd, 'abcdef', (error, written, text) => {
        log('write', written * 10 + Number(text === 'abcdef'));
        const buffer = Buffer.alloc(4);
        fs.read(fd, buffer, 0, 4, 1, (wrong, count, same) => {
          log(`read-${buffer}`, count * 10 + Number(same === buffer));
          fs.read(fd, buffer, 0, 4, 6, (nothing, end) => {
            log('end', end);
            fs.writev(fd, [Buffer.from('x'), Buffer.from('y')], 0, (no, both, list) => {
              log('writev', both * 10 + list.length);
              fs.readv(fd, [Buffer.alloc(1), Buffer.alloc(9)], 0, (bad, all) => {
                log('readv', all);
                fs.ftruncate(fd, 2, () => fs.fstat(fd, (lost, stats) => {
                  log('fstat', stats.size);
                  fs.fsync(fd, (unsynced) => {
                    log(`fsync-${kind(unsynced)}`);
                    fs.close(fd, (open) => {
                      log(`close-${kind(open)}`);
                      fs.close(NO_FILE, ({ code }) => { log(code); fs.exists(name, (is, more) => { log(`exists-${is}-${kind(more)}`); finish(); }); });
                    });
                  });
                }));
              });
            });
          });
        });
      });
    });
  };
  const finish = () => {
    fs.exists(at('none'), (is) => {
      log(`exists-${is}`);
      try { fs.readFile(root); log('fine'); } catch ({ code }) { log(code); }
      fs.rmSync(root, { recursive: true });
    });
  };
  byCallback(answers, async () => {
    fs.rmSync(root, { recursive: true });
    fs.mkdirSync(root);
    log('promises');
    await byPromise();
    descriptors();
  });
}
