// modules-ways.js - the pages on modules and on the command line, broken in the ways to a module.
'use strict';

const fs = require('fs');
const Module = require('module');
const path = require('path');
const program = require('./program.js');
const { fileURLToPath } = require('url');
const wrap = require('./wrap.js');

const hooks = (own) => () => Module.registerHooks(own);
const changeRequire = (make) => () => wrap(Module.prototype, 'require', make);
const isNamespace = (value) => Boolean(value) && value[Symbol.toStringTag] === 'Module';
// Let `make(module, parent)` see the module of each require.
const afterLoad = (make) => () => wrap(Module, '_load', (whole) => function load(request, parent, isMain) {
  const exported = whole.call(this, request, parent, isMain);
  const own = path.isAbsolute(request) && Module._cache[request];
  if (own && parent) make(own, parent);
  return exported;
});
let count = 0;

module.exports = {
  'imported-each-time': {
    sentence: 'Modules are loaded multiple times only if the import specifier used to resolve them has a different query or fragment.',
    rules: ['MODULE-11'],
    change: hooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        const isOurs = /^file:/.test(found.url) && !context.conditions.includes('require');
        return isOurs ? { ...found, url: `${found.url}${found.url.includes('?') ? '&' : '?'}${count++}` } : found;
      },
    }),
    witness: program('modules/imported-files'),
  },
  'query-is-left-out': {
    sentence: 'Modules are loaded multiple times if the import specifier used to resolve them has a different query or fragment.',
    rules: ['MODULE-11'],
    change: hooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        return { ...found, url: found.url.replace(/^(file:[^?#]*)[?#].*/, '$1') };
      },
    }),
    witness: program('modules/imported-files'),
  },
  'import-evaluates-again': {
    sentence: 'When importing CommonJS modules, the module.exports object is provided as the default export.',
    rules: ['MODULE-11'],
    change: hooks({
      load(url, context, next) {
        if (/\.cjs$/.test(url) && context.conditions.includes('import')) delete Module._cache[fileURLToPath(url)];
        return next(url, context);
      },
    }),
    witness: program('modules/imported-files'),
  },
  'names-are-never-updated': {
    sentence: 'module.syncBuiltinESMExports() updates all the live bindings for builtin ES Modules to match the properties of the CommonJS exports.',
    rules: ['MODULE-11'],
    change: () => { Module.syncBuiltinESMExports = () => {}; },
    witness: program('modules/imported-files'),
  },
  'names-are-always-updated': {
    sentence: 'Named exports of builtin modules are updated only by calling module.syncBuiltinESMExports().',
    rules: ['MODULE-11'],
    change: () => {
      let value = fs.readFile;
      const set = (other) => { value = other; Module.syncBuiltinESMExports(); };
      Object.defineProperty(fs, 'readFile', { get: () => value, set, configurable: true, enumerable: true });
    },
    witness: program('modules/imported-files'),
  },
  'prefix-uses-the-cache': {
    sentence: "Built-in modules identified by the node: prefix bypass the require cache.",
    rules: ['MODULE-10'],
    change: () => wrap(Module, '_load', (whole) => function load(request, ...rest) {
      const name = request.replace(/^node:/, '');
      return name !== request && Module._cache[name] ? Module._cache[name].exports : whole.call(this, request, ...rest);
    }),
    witness: program('modules/one-for-a-file'),
  },
  'cache-after-the-built-in': {
    sentence: 'This cache is checked before built-in modules.',
    rules: ['MODULE-10'],
    change: () => wrap(Module, '_load', (whole) => function load(request, ...rest) {
      return Module.builtinModules.includes(request) ? process.getBuiltinModule(request) : whole.call(this, request, ...rest);
    }),
    witness: program('modules/one-for-a-file'),
  },
  'main-is-the-latest': {
    sentence: 'When a file is run directly from Node.js, require.main is set to its module.',
    rules: ['MODULE-10'],
    change: () => wrap(Module.prototype, '_compile', (whole) => function compile(...args) {
      process.mainModule = this;
      return whole.apply(this, args);
    }),
    witness: program('modules/one-for-a-file'),
  },
  'parent-is-the-latest': {
    sentence: 'module.parent: the module that first required this one.',
    rules: ['MODULE-10'],
    change: () => wrap(Module, '_load', (whole) => function load(request, parent, isMain) {
      const exported = whole.call(this, request, parent, isMain);
      const own = request === './one.js' && Module._cache[Module._resolveFilename(request, parent)];
      if (own) Object.defineProperty(own, 'parent', { value: parent });
      return exported;
    }),
    witness: program('modules/one-for-a-file'),
  },
  'child-each-time': {
    sentence: 'module.children: the module objects required for the first time by this one.',
    rules: ['MODULE-10'],
    change: afterLoad((own, parent) => parent.children.push(own)),
    witness: program('modules/one-for-a-file'),
  },
  'link-is-another-module': {
    sentence: "Every call to require('foo') will get exactly the same object returned, if it would resolve to the same file.",
    rules: ['MODULE-10'],
    change: () => wrap(Module, '_resolveFilename', (whole) => function resolve(request, ...rest) {
      const found = whole.call(this, request, ...rest);
      return path.isAbsolute(request) && fs.existsSync(request) && fs.lstatSync(request).isSymbolicLink() ? request : found;
    }),
    witness: program('modules/one-for-a-file'),
  },
  'made-require-has-its-own-cache': {
    sentence: 'module.createRequire(filename) returns a require function.',
    rules: ['MODULE-10'],
    change: () => wrap(Module, 'createRequire', (whole) => function createRequire(file) {
      const own = whole.call(Module, file);
      return Object.assign((id) => {
        const kept = Module._cache[own.resolve(id)];
        delete Module._cache[own.resolve(id)];
        try { return own(id); } finally { if (kept) Module._cache[own.resolve(id)] = kept; }
      }, own);
    }),
    witness: program('modules/one-for-a-file'),
  },
  'another-file-name': {
    sentence: '__filename: the file name of the current module. This is the current module file\'s absolute path.',
    rules: ['MODULE-10'],
    change: () => wrap(Module.prototype, '_compile', (whole) => function compile(text, file, ...rest) {
      return whole.call(this, text, file.replace(/one\.js$/, 'other.js'), ...rest);
    }),
    witness: program('modules/one-for-a-file'),
  },
  'a-copy-of-the-namespace': {
    sentence: 'require() of an ES module returns the module namespace object.',
    rules: ['MODULE-8'],
    change: changeRequire((whole) => function require(id) {
      const found = whole.call(this, id);
      return isNamespace(found) ? { ...found } : found;
    }),
    witness: program('modules/required-module'),
  },
  'default-stands-for-all': {
    sentence: 'require() of an ES module returns the namespace object, with the default export placed in the .default property.',
    rules: ['MODULE-8'],
    change: changeRequire((whole) => function require(id) {
      const found = whole.call(this, id);
      return isNamespace(found) && 'default' in found ? found.default : found;
    }),
    witness: program('modules/required-module'),
  },
  'cycle-is-no-error': {
    sentence: 'ERR_REQUIRE_CYCLE_MODULE: when trying to require() an ES Module, a CommonJS to ESM edge participates in an immediate cycle.',
    rules: ['MODULE-8'],
    change: changeRequire((whole) => function require(id) {
      try {
        return whole.call(this, id);
      } catch (error) {
        if (error.code === 'ERR_REQUIRE_CYCLE_MODULE') return {};
        throw error;
      }
    }),
    witness: program('modules/required-module'),
  },
  'nothing-is-printed': {
    sentence: '-p, --print: identical to -e but prints the result.',
    rules: ['MODULE-12'],
    change: () => { if (process.execArgv.includes('-p')) console.log = () => {}; },
    witness: program('modules/printed'),
  },
  'checked-and-evaluated': {
    sentence: '-c, --check: syntax check the script without executing.',
    rules: ['MODULE-12'],
    change: () => { if (process.execArgv.includes('--check')) require(path.resolve(process.argv[1])); },
    witness: program('modules/printed'),
  },
  'uncaught-ends-with-0': {
    sentence: '1 Uncaught Fatal Exception: there was an uncaught exception, and it was not handled by a domain or an uncaughtException event handler.',
    rules: ['MODULE-12'],
    change: () => process.on('exit', (code) => { if (code === 1) process.exitCode = 0; }),
    witness: program('modules/printed'),
  },
};
