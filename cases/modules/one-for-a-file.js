// title "a file is one module by whatever way it is required, with the first that required it as its parent; a name in the cache counts before a built-in module"
// rules MODULE-10
// layer node

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const Module = require('module');

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-')));
const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return file; };
const tell = (label, flag) => log(label, Number(flag));
global.told = log;

const one = make('one.js', `
  told('one');
  exports.module = module;
  exports.names = __filename === module.filename && module.id === __filename && __dirname === require('path').dirname(__filename);
  exports.own = this === exports && exports === module.exports && arguments.length === 5;
`);
fs.symlinkSync(one, path.join(root, 'link.js'));
const other = make('other.js', "exports.module = module; exports.one = require('./one.js');");
const first = require(one);
tell('names', first.names);
tell('own', first.own);
tell('same', require(path.join(root, 'link.js')) === first && require(path.join(root, '.', 'one')) === first);
const { module: second, one: again } = require(other);
tell('same-there', again === first);
tell('parent', first.module.parent === module && second.parent === module);
log('children', module.children.filter((child) => child === first.module).length);
log('children-there', second.children.filter((child) => child === first.module).length);
require(one);
log('children', module.children.filter((child) => child === first.module).length);
if (Module.createRequire) tell('made', Module.createRequire(other)('./one.js') === first);
else tell('made', Module.createRequireFromPath(other)('./one.js') === first);

// By its name alone a built-in module can be replaced, with node: it cannot.
const events = require('events');
require.cache.events = { exports: 'replaced' };
log(typeof require('events') === 'string' ? require('events') : 'built-in');
delete require.cache.events;
tell('back', require('events') === events);
if (process.versions.node.split('.')[0] >= 16) {
  require.cache.events = { exports: 'replaced' };
  tell('prefixed', require('node:events') === events);
  delete require.cache.events;
}
tell('built-in', Module.builtinModules.includes('fs') && !Module.builtinModules.includes('told'));

// The file that the process was begun with.
const begun = make('begun.js', `
  if (require.main === module) require('./required.js');
  console.log('main', require.main === module, module.parent == null, module.id, process.mainModule === module);
`);
make('required.js', `
  console.log('required', require.main === module, require.main.filename === require('path').join(__dirname, 'begun.js'));
`);
const { stdout } = spawnSync(process.execPath, ['--no-warnings', begun]);
for (const line of String(stdout).trim().split('\n')) log(line.replace(/ /g, '-'));
for (const name of fs.readdirSync(root)) fs.unlinkSync(path.join(root, name));
fs.rmdirSync(root);
