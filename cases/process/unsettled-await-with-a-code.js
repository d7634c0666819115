// title "a code that was set counts more than that of an unsettled await"
// rules LIFE-21
// layer node

const { spawnSync } = require('child_process');

// Promised from Node 20 on.
const [major] = process.versions.node.split('.');
if (major >= 20) {
  const code = 'process.exitCode = 5; await new Promise(() => {});';
  log('status', spawnSync(process.execPath, ['--input-type=module', '-e', code]).status);
}
