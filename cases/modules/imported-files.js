// title "a file is imported once for each of its addresses; a CommonJS module is the same whether it is imported or required"
// rules MODULE-11
// layer node

// From Node 14 on; an older one reads no such file, or prints a warning.
if (process.versions.node.split('.')[0] >= 14) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const Module = require('module');
  const { pathToFileURL } = require('url');
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-')));
  const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return file; };
  const tell = (label, flag) => log(label, Number(flag));
  global.told = log;
  const main = async () => {
    const esm = make('a.mjs', "told('esm'); export let count = 0; export const add = () => { count += 1; }; export const url = import.meta.url;");
    const { href } = pathToFileURL(esm);
    const a = await import(href);
    tell('same', await import(href) === a);
    a.add();
    log('live', a.count);
    tell('url', a.url === href);
    const b = await import(`${href}?b`);
    tell('other', b !== a && b.count === 0 && b.url === `${href}?b`);
    tell('other-again', await import(`${href}?b`) === b);
    tell('fragment', await import(`${href}#c`) !== a);

    const cjs = make('c.cjs', "told('cjs'); exports.name = 1; exports.module = module; module.exports.late = 2;");
    const imported = await import(pathToFileURL(cjs).href);
    const required = require(cjs);
    tell('default', imported.default === required);
    log('named', imported.name * 10 + imported.late);
    const first = make('d.cjs', "told('required-first'); exports.name = 3;");
    const before = require(first);
    tell('shared', (await import(pathToFileURL(first).href)).default === before);

    // The names of a built-in module change when that is asked for.
    const { default: own } = await import('fs');
    const names = await import('fs');
    const { readFile } = own;
    own.readFile = () => {};
    tell('kept', names.readFile === readFile);
    Module.syncBuiltinESMExports();
    tell('changed', names.readFile === own.readFile);
    own.readFile = readFile;
    Module.syncBuiltinESMExports();

    const failed = import(pathToFileURL(path.join(root, 'none.mjs')).href);
    log('promise');
    await failed.catch(({ code }) => log(code));
    for (const name of fs.readdirSync(root)) fs.unlinkSync(path.join(root, name));
    fs.rmdirSync(root);
  };
  main();
}
