// title "what --require names is evaluated in the order of the options, then what --import names, then the script; in a worker again"
// rules MODULE-16
// layer node

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

// --import is there from Node 18.18 on, and from 19.
if (Number(process.versions.node.split('.')[0]) >= 20) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  const make = (name, text) => { const file = path.join(root, name); fs.writeFileSync(file, text); return file; };
  const say = (text) => `require('fs').writeSync(1, '${text}\\n');`;
  const file = (label) => make(`${label}.cjs`, `${say(label)} process.nextTick(() => { ${say(`${label}-tick`)} });`);
  const [one, two, three] = ['one', 'two', 'three'].map(file);
  const [first, second] = ['first', 'second'].map((label) => make(`${label}.mjs`, `import fs from 'fs'; fs.writeSync(1, '${label}\\n'); await null; fs.writeSync(1, '${label}-goes-on\\n');`));
  const run = (label, args, { input, options = '' } = {}) => {
    const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS || ''} ${options}` };
    const { status, stdout } = spawnSync(process.execPath, args, { input, env, stdio: ['pipe', 'pipe', 'ignore'] });
    log(label, status);
    for (const line of String(stdout).split('\n')) if (line) log(line.replace(/[[\]]/g, ''));
  };
  const script = make('script.cjs', say('script'));
  run('required', ['-r', one, '-r', two, script]);
  run('twice', ['-r', one, '-r', one, script]);
  run('environment', ['-r', two, script], { options: `--require ${one}` });
  run('imported', ['--import', first, '-r', one, '--import', second, script]);
  run('throws', ['-r', make('throws.cjs', `${say('throws')} throw new Error('x');`), '-r', one, script]);
  run('name', ['-'], { input: say("' + __filename + '") });
  run('evaluated', ['-e', say("' + __filename + '")]);
  run('worker', ['-r', three, make('main.cjs', `const { Worker, isMainThread } = require('worker_threads'); ${say("main-' + isMainThread + '")} setImmediate(() => new Worker(${JSON.stringify(say('worker'))}, { eval: true }));`)]);
  run('worker-without', ['-r', three, make('bare.cjs', `const { Worker } = require('worker_threads'); ${say('main')} setImmediate(() => new Worker(${JSON.stringify(say('worker'))}, { eval: true, execArgv: [] }));`)]);
  fs.rmSync(root, { recursive: true });
}
