// modules.js - the pages on modules: the cache, its keys, and what a module knows of itself.
'use strict';

const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');
const wrap = require('./wrap.js');

const make = (text, end = 'js') => {
  const name = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'broken-')), `m.${end}`);
  fs.writeFileSync(name, text);
  return name;
};
// The modules of a case, in the folder for temporary files, and not those of the preload.
const isOwn = (name) => typeof name === 'string' && name.startsWith(os.tmpdir()) && /\.(js|json)$/.test(name);

module.exports = {
  'evaluated-each-time': {
    sentence: 'Modules are cached after the first time they are loaded.',
    rules: ['MODULE-9'],
    change: () => wrap(Module, '_load', (whole) => function load(name, ...args) { if (isOwn(name)) delete Module._cache[name]; return whole.call(this, name, ...args); }),
    witness: (print) => { global.n = 0; const m = make('global.n++'); require(m); require(m); print(global.n); },
  },
  'loaded-from-the-start': {
    sentence: 'module.loaded: whether or not the module is done loading, or is in the process of loading.',
    rules: ['MODULE-9'],
    change: () => wrap(Module.prototype, '_compile', (whole) => function compile(...args) { if (isOwn(this.filename)) this.loaded = true; return whole.apply(this, args); }),
    witness: (print) => print(require(make('module.exports = module.loaded'))),
  },
  'cache-cannot-be-emptied': {
    sentence: 'require.cache: by deleting a key value from this object, the next require will reload the module.',
    rules: ['MODULE-9'],
    change: () => {
      const known = {};
      wrap(Module, '_load', (whole) => function load(name, ...args) {
        if (isOwn(name) && name in known) return known[name];
        const it = whole.call(this, name, ...args);
        if (isOwn(name)) known[name] = it;
        return it;
      });
    },
    witness: (print) => { global.n = 0; const m = make('global.n++'); require(m); delete require.cache[m]; require(m); print(global.n); },
  },
  'failed-module-is-kept': {
    sentence: 'A module that throws while it is loaded is not kept: the next require loads it again.',
    rules: ['MODULE-9'],
    change: () => {
      const failed = {};
      wrap(Module, '_load', (whole) => function load(name, ...args) {
        if (isOwn(name) && failed[name]) return {};
        try { return whole.call(this, name, ...args); } catch (error) { failed[name] = true; throw error; }
      });
    },
    witness: (print) => { const m = make('throw 1'); for (const i of [1, 2]) try { require(m); print('fine', i); } catch (e) { print('thrown'); } },
  },
  'resolve-loads': {
    sentence: 'require.resolve(): rather than loading the module, just return the resolved filename.',
    rules: ['MODULE-9'],
    change: () => wrap(Module, '_resolveFilename', (whole) => function resolve(name, parent, ...args) {
      const it = whole.call(this, name, parent, ...args);
      if (isOwn(name) && !Module._cache[it] && parent && !parent.resolving) { parent.resolving = true; try { Module._load(it, parent); } finally { parent.resolving = false; } }
      return it;
    }),
    witness: (print) => { global.n = 0; const m = make('global.n++'); require.resolve(m); print(global.n); },
  },
  'replaced-entry-is-ignored': {
    sentence: 'require.cache: adding or replacing entries is also possible.',
    rules: ['MODULE-9'],
    change: () => {
      const loaded = new WeakSet();
      wrap(Module.prototype, 'load', (whole) => function load(...args) { loaded.add(this); return whole.apply(this, args); });
      wrap(Module, '_load', (whole) => function load(name, ...args) {
        if (isOwn(name) && Module._cache[name] && !loaded.has(Module._cache[name])) delete Module._cache[name];
        return whole.call(this, name, ...args);
      });
    },
    witness: (print) => { const m = make('exports.own = 1'); require.cache[m] = { id: m, exports: { other: 1 }, loaded: true, children: [] }; print(Object.keys(require(m))); },
  },
  'data-is-parsed-each-time': {
    sentence: "Every call to require('foo') will get exactly the same object returned, if it would resolve to the same file.",
    rules: ['MODULE-9'],
    change: () => wrap(Module, '_load', (whole) => function load(name, ...args) { if (/\.json$/.test(name) && isOwn(name)) delete Module._cache[name]; return whole.call(this, name, ...args); }),
    witness: (print) => { const m = make('{}', 'json'); print(require(m) === require(m)); },
  },
  'cycle-gets-nothing': {
    sentence: 'Cycles: an unfinished copy of the exports object is returned.',
    rules: ['MODULE-2'],
    change: () => wrap(Module, '_load', (whole) => function load(name, parent, ...args) {
      const entry = Module._cache[path.resolve(path.dirname((parent && parent.filename) || '/'), name)];
      return entry && isOwn(entry.filename) && !entry.loaded ? {} : whole.call(this, name, parent, ...args);
    }),
    witness: (print) => { const m = make('exports.half = 1; exports.seen = Object.keys(require(__filename)).length'); print(require(m).seen); },
  },
  'children-are-forgotten': {
    sentence: 'module.children: the module objects required for the first time by this one.',
    rules: ['MODULE-9'],
    change: () => wrap(Module, '_load', (whole) => function load(name, parent, ...args) { const it = whole.call(this, name, parent, ...args); if (isOwn(name) && parent) parent.children = []; return it; }),
    witness: (print) => { const before = module.children.length; require(make('')); print(module.children.length - before); },
  },
};
