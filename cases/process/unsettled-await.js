// title "a module whose top-level await is never settled ends with code 13"
// rules LIFE-20
// layer node

const { spawnSync } = require('child_process');

// From Node 14.8 on.
const [major] = process.versions.node.split('.');
if (major >= 15) {
  const ends = (label, code) =>
    log(label, spawnSync(process.execPath, ['--input-type=module', '-e', code]).status);
  ends('unsettled', 'await new Promise(() => {});');
  ends('settled', 'await new Promise((resolve) => setTimeout(resolve, 1));');
}
