// title "--print prints the value of the script; what --require names comes first; --check evaluates nothing"
// rules MODULE-12
// layer node

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `loopspec-${process.pid}-required.js`);
fs.writeFileSync(file, "console.log('required'); process.nextTick(() => console.log('its-tick'));");
const run = (label, args, input) => {
  const { status, stdout } = spawnSync(process.execPath, args, { input, stdio: ['pipe', 'pipe', 'ignore'] });
  log(label, status);
  for (const line of String(stdout).split('\n')) if (line) log(line);
};
const code = "process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('microtask')); 'value'";
run('print', ['-p', "console.log('script'); 'value'"]);
run('input', [], code);
run('required', ['-r', file, '-e', code]);
run('check', ['--check', file]);
run('built-in', ['-p', "typeof os.cpus === 'function' && typeof require === 'function' && process.argv.length"]);
run('arguments', ['-p', 'process.argv.slice(1).join("-")', 'a', 'b']);
run('throws', ['-e', "process.on('exit', (code) => console.log('code-' + code)); throw new Error('x')"]);
run('throws-from-input', ['-'], 'throw new Error("x")');
run('wrong', ['-e', 'let let let']);
run('unknown', ['--no-such-option-of-loopspec']);
run('handler', ['-e', "process.on('uncaughtException', () => { throw new Error('y'); }); throw new Error('x')"]);
fs.unlinkSync(file);
