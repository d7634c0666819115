// title "the cache of modules: what is in it, when, and what taking it out or putting it in does"
// rules MODULE-1 MODULE-2 MODULE-9
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return file; };
const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name || error}`); } };
global.told = log;

const one = make('one.js', 'told("one"); told("loaded", Number(module.loaded)); exports.module = module;');
log('resolved', Number(require.resolve(one) === one));
log('cached', Number(one in require.cache));
const first = require(one);
log('loaded', Number(first.module.loaded));
log('cached', Number(require.cache[one] === first.module && require(one) === first));
log('child', Number(module.children.includes(first.module)));
delete require.cache[one];
log('again', Number(require(one) !== first));
require.cache[one] = Object.assign(Object.create(Object.getPrototypeOf(module)), { id: one, filename: one, exports: 7, loaded: true, children: [] });
log('replaced', require(one));

const bad = make('bad.js', 'told("bad"); throw "no";');
thrown('first', () => require(bad));
log('kept', Number(bad in require.cache));
thrown('second', () => require(bad));

const data = make('data.json', '{ "a": 1 }');
log('data', Number(require(data) === require(data)));
fs.writeFileSync(data, '{ "a": 2 }');
log('old', require(data).a);
delete require.cache[data];
log('new', require(data).a);
thrown('broken', () => require(make('broken.json', '{')));
thrown('missing', () => require(path.join(root, 'none')));

const loop = make('loop.js', 'exports.early = 1; const self = require("./back.js"); exports.late = self.seen; module.exports.last = 1;');
make('back.js', 'exports.seen = Object.keys(require("./loop.js")).length;');
const { early, late, last } = require(loop);
log('loop', early * 100 + late * 10 + last);

process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('microtask'));
require(make('now.js', 'process.nextTick(() => told("its-tick")); told("now");'));
log('end');
process.on('exit', () => fs.readdirSync(root).forEach((name) => fs.unlinkSync(path.join(root, name))));
