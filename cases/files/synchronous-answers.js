// title "synchronous calls return what they have at once, or throw"
// rules FILE-2 FILE-18
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20.1 on; before it no folder is read recursively.
if (major > 20 || (major === 20 && minor >= 1)) {
  process.nextTick(() => log('tick'));
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const at = (...names) => path.join(root, ...names);
  const tried = (label, call) => {
    try {
      const value = call();
      log(label, value === undefined ? -1 : Number(value));
    } catch ({ code }) { log(`${label}-${code}`); }
  };
  tried('exists', () => fs.existsSync(root));
  tried('exists', () => fs.existsSync(at('none')));
  tried('stat', () => fs.statSync(at('none')));
  tried('stat', () => fs.statSync(at('none'), { throwIfNoEntry: false }));
  tried('lstat', () => fs.lstatSync(at('none'), { throwIfNoEntry: false }));
  tried('access', () => fs.accessSync(at('none')));
  tried('access', () => fs.accessSync(root));
  tried('mkdir', () => fs.mkdirSync(at('a', 'b'), { recursive: true }) === at('a'));
  tried('mkdir', () => fs.mkdirSync(at('a')));
  tried('write', () => fs.writeFileSync(at('f'), 'abc'));
  tried('write', () => fs.writeFileSync(at('f'), 'abc', { flag: 'wx' }));
  tried('append', () => fs.appendFileSync(at('f'), 'def'));
  tried('read', () => fs.readFileSync(at('f')).length);
  tried('read', () => fs.readFileSync(at('f'), 'latin1') === 'abcdef');
  tried('read', () => fs.readFileSync(root));
  tried('truncate', () => fs.truncateSync(at('f'), 4));
  tried('size', () => fs.statSync(at('f')).size);
  tried('copy', () => fs.copyFileSync(at('f'), at('f'), fs.constants.COPYFILE_EXCL));
  tried('rename', () => fs.renameSync(at('none'), at('g')));
  tried('readdir', () => fs.readdirSync(root).sort().join('') === 'af');
  tried('entries', () => fs.readdirSync(root, { withFileTypes: true }).filter((one) => one.isFile()).length);
  tried('all', () => fs.readdirSync(root, { recursive: true }).length);
  tried('symlink', () => fs.symlinkSync(at('f'), at('s')));
  tried('readlink', () => fs.readlinkSync(at('s')) === at('f'));
  tried('realpath', () => fs.realpathSync(at('s')) === fs.realpathSync.native(at('f')));
  const fd = fs.openSync(at('f'), 'r+');
  tried('write', () => fs.writeSync(fd, 'xy'));
  tried('read', () => fs.readSync(fd, Buffer.alloc(9), 0, 9, 0));
  tried('fstat', () => fs.fstatSync(fd).size);
  tried('close', () => fs.closeSync(fd));
  tried('close', () => fs.closeSync(1000000));
  tried('rmdir', () => fs.rmdirSync(at('a')));
  tried('rm', () => fs.rmSync(at('none')));
  tried('rm', () => fs.rmSync(at('none'), { force: true }));
  tried('unlink', () => fs.unlinkSync(at('none')));
  tried('rm', () => fs.rmSync(root, { recursive: true }));
  tried('exists', () => fs.existsSync(root));
}
