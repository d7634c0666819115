// title "hooks of modules run in the call, the last that was registered first, until they are deregistered"
// rules MODULE-13 MODULE-14
// layer node

// From Node 22.15 on, and from 23.5.
if (Number(process.versions.node.split('.')[0]) >= 24) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const Module = require('module');
  const { pathToFileURL } = require('url');
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-')));
  const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return file; };
  const ours = (text) => String(text).includes(root);
  global.told = log;
  const hooks = (label) => Module.registerHooks({
    resolve(specifier, context, next) {
      if (!ours(specifier)) return next(specifier, context);
      log(`${label}-resolve`);
      const found = next(specifier, context);
      log(`${label}-resolved`, Number(typeof found.url === 'string'));
      return found;
    },
    load(url, context, next) {
      if (!ours(url)) return next(url, context);
      log(`${label}-load`);
      const found = next(url, context);
      log(`${label}-loaded-${found.format}`);
      return found;
    },
  });
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch (error) { log(`${label}-${error.code || error.name}`); } };
  const once = (own, call) => { const made = Module.registerHooks(own); try { call(); } finally { made.deregister(); } };
  const main = async () => {
    const first = hooks('first');
    const second = hooks('second');
    const one = make('one.cjs', "told('one'); exports.value = 1;");
    process.nextTick(() => log('tick'));
    log('required', require(one).value);
    log('cached', require(one).value);
    await null;
    const two = make('two.mjs', "told('two'); export const value = 2;");
    log('imported', (await import(pathToFileURL(two).href)).value);

    // One that is taken out is not called; the other is.
    second.deregister();
    second.deregister();
    require(make('three.cjs', "told('three');"));
    first.deregister();
    require(make('four.cjs', "told('four');"));

    // A hook goes on to the next or says that it does not.
    const five = make('five.cjs', "told('five');");
    const source = "told('instead'); module.exports = 5;";
    once({ load: (url, context, next) => (ours(url) ? { format: 'commonjs', source } : next(url, context)) }, () => thrown('silent', () => require(five)));
    once({ load: (url, context, next) => (ours(url) ? { format: 'commonjs', source, shortCircuit: true } : next(url, context)) }, () => log('circuit', require(five)));
    once({ resolve: (name, context, next) => (name === 'loopspec:none' ? { url: 5, shortCircuit: true } : next(name, context)) }, () => thrown('address', () => require('loopspec:none')));
    once({ resolve: (name, context, next) => next(name === 'loopspec:one' ? one : name, context) }, () => log('other-name', require('loopspec:one').value));
    once({ load: (url, context, next) => { const found = next(url, context); return ours(url) ? { ...found, source: `${found.source};told('added');` } : found; } }, () => require(make('six.cjs', "told('six');")));
    once({ load(url, context, next) { if (ours(url)) throw new RangeError('no'); return next(url, context); } }, () => thrown('throws', () => require(make('seven.cjs', "told('seven');"))));
    thrown('after-it', () => require(path.join(root, 'seven.cjs')));
    thrown('refused', () => Module.registerHooks({ resolve: 1 }));
    fs.rmSync(root, { recursive: true });
  };
  main();
}
