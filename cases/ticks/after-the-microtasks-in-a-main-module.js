// title "in a module that is the script, too, microtasks come before ticks"
// rules TICK-12
// layer node

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

// The import makes it a module or, before Node 12, an error: there modules need a flag.
const body = () => {
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
  queueMicrotask(() => console.log('microtask'));
  console.log('body');
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
const file = path.join(folder, 'main.mjs');
fs.writeFileSync(file, `import 'fs'; (${body})()`);
const child = spawnSync(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
fs.unlinkSync(file);
fs.rmdirSync(folder);
for (const label of child.stdout.toString().split('\n').filter(Boolean)) log(label);
