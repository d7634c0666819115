// title "a script given by --eval or by standard input has its ticks before its microtasks, a module after them"
// rules MODULE-7
// layer node

const { spawnSync } = require('child_process');

const code = `
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('microtask'));
`;
const first = (label, args, input) => {
  const { stdout } = spawnSync(process.execPath, args, { input });
  log(label, String(stdout).trim().split('\n').indexOf('tick'));
};
first('eval', ['-e', code]);
first('input', ['-'], code);
if (process.versions.node.split('.')[0] >= 15) {
  first('module', ['--input-type=module', '-e', code]);
  first('module-input', ['--input-type=module', '-'], code);
}
