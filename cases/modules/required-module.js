// title "a module that is required is evaluated within the call, unless it awaits at its top level"
// rules MODULE-8
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');

// From Node 22.12 on, and in the last releases of 20.
if (process.features.require_module) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-modules-'));
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  write('good.mjs', `(${() => log('evaluated')})(); export const answer = 42;`);
  write('slow.mjs', 'await null;');
  log('begin');
  log('answer', require(path.join(folder, 'good.mjs')).answer);
  try {
    require(path.join(folder, 'slow.mjs'));
  } catch (error) {
    log(error.code);
  }
  write('both.mjs', 'export default 1; export const name = 2;');
  const both = require(path.join(folder, 'both.mjs'));
  log('namespace', both.default * 10 + both.name);
  log('same', Number(require(path.join(folder, 'both.mjs')) === both));
  write('back.cjs', "try { require('./loop.mjs'); } catch ({ code }) { exports.code = code; }");
  write('loop.mjs', "import back from './back.cjs'; export default back.code;");
  import(require('url').pathToFileURL(path.join(folder, 'loop.mjs')).href).then(({ default: code }) => log(code), () => log('refused')).then(() => {
    for (const name of ['back.cjs', 'loop.mjs']) fs.unlinkSync(path.join(folder, name));
    fs.rmdirSync(folder);
  });
  for (const name of ['good.mjs', 'slow.mjs', 'both.mjs']) fs.unlinkSync(path.join(folder, name));
}
