// title "a process ends with a number or its text as a code, by SIGTERM or the signal that it is sent, and ignores SIGPIPE"
// rules LIFE-38
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawnSync } = require('child_process');
  const tell = (label, flag) => log(label, Number(flag));
  const run = (code, options) => spawnSync(process.execPath, ['--no-warnings', '-e', code], { encoding: 'utf8', ...options });
  // Codes: whole numbers and their text, which are the exit code from then on, and nothing else.
  let r = run(`
    let refused = 0;
    process.exitCode = 2;
    process.on('exit', () => process.reallyExit(process.exitCode * 10 + refused));
    for (const code of ['a', 1.5, {}, true, 1n]) {
      try {
        process.exit(code);
      } catch (error) {
        refused++;
      }
    }
    process.exit('4');
  `);
  log('code', r.status);

  r = run('process.kill(process.pid); setTimeout(() => {}, 1000)');
  tell('by-default', r.signal === 'SIGTERM');
  r = run('process.kill(process.pid, "SIGPIPE"); setTimeout(() => process.exit(7), 5)');
  tell('ignored', r.status === 7);
  r = run('process.once("SIGHUP", () => process.kill(process.pid, "SIGHUP")); process.kill(process.pid, "SIGHUP"); setTimeout(() => process.exit(7), 1000)');
  tell('once', r.signal === 'SIGHUP');
  r = run('process.abort()', { stdio: 'ignore' });
  tell('aborted', r.signal === 'SIGABRT');
}
