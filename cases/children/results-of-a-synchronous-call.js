// title "a synchronous call returns or throws how the child ended, with its output, as bytes unless asked otherwise"
// rules SPAWN-26
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { execFileSync, execSync, spawnSync } = require('child_process');
  const tell = (label, flag) => log(label, Number(flag));
  let r = spawnSync('sh', ['-c', 'echo 1; echo 2 >&2; exit 3']);
  tell('ended', r.status === 3 && r.signal === null && r.error === undefined && r.pid > 0);
  tell('output', r.output.length === 3 && r.output[0] === null && r.output[1] === r.stdout && r.output[2] === r.stderr);
  tell('bytes', Buffer.isBuffer(r.stdout) && String(r.stdout) === '1\n' && String(r.stderr) === '2\n');
  r = spawnSync('cat', { input: 'text', encoding: 'utf8' });
  tell('input', r.stdout === 'text' && r.stderr === '');
  r = spawnSync('sh', ['-c', 'kill -HUP $$']);
  tell('signal', r.status === null && r.signal === 'SIGHUP' && r.error === undefined);
  r = spawnSync('sleep', ['100'], { timeout: 5 });
  tell('timeout', r.status === null && r.signal === 'SIGTERM' && r.error.code === 'ETIMEDOUT');
  r = spawnSync('sleep', ['100'], { timeout: 5, killSignal: 'SIGKILL' });
  tell('other-signal', r.signal === 'SIGKILL');
  r = spawnSync('/nowhere/at/all');
  tell('missing', r.status === null && r.error.code === 'ENOENT' && r.pid === 0);
  r = spawnSync('echo', ['12345'], { maxBuffer: 3 });
  tell('too-much', r.error.code === 'ENOBUFS');
  log('not-cut', r.stdout.length);
  r = spawnSync('sh', ['-c', 'echo $0'], { argv0: 'fred', encoding: 'utf8' });
  tell('name', r.stdout === 'fred\n');
  r = spawnSync('sh', ['-c', 'echo $A$B$PWD'], { cwd: '/', env: { A: '1', B: undefined }, encoding: 'utf8' });
  tell('variables-and-folder', r.stdout === '1/\n');
  r = spawnSync('echo $((1 + 1))', { shell: true, encoding: 'utf8' });
  tell('shell', r.stdout === '2\n');
  r = spawnSync('sh', ['-c', 'echo 1'], { stdio: 'ignore' });
  tell('ignored', r.stdout === null && r.stderr === null);

  const failure = (act) => {
    try {
      act();
      return {};
    } catch (error) {
      return error;
    }
  };
  tell('file', Buffer.isBuffer(execFileSync('echo', ['1'])));
  tell('line', execSync('echo $((1 + 2))', { encoding: 'utf8' }) === '3\n');
  let error = null;
  for (const act of [() => execSync('echo 1; echo 2 >&2; exit 4', { stdio: 'pipe' }),
    () => execFileSync('sh', ['-c', 'echo 1; echo 2 >&2; exit 4'], { stdio: 'pipe' })]) {
    error = failure(act);
    tell('thrown', error instanceof Error && error.status === 4 && error.signal === null && error.pid > 0);
    tell('thrown-output', String(error.stdout) === '1\n' && String(error.stderr) === '2\n' && error.output.length === 3);
  }
  error = failure(() => execSync('echo 1; kill -HUP $$', { encoding: 'utf8' }));
  tell('thrown-signal', error.status === null && error.signal === 'SIGHUP' && error.output[1] === '1\n');
  error = failure(() => execFileSync('sleep', ['100'], { timeout: 5 }));
  tell('thrown-timeout', error.code === 'ETIMEDOUT' && error.signal === 'SIGTERM' && error.status === null);
  error = failure(() => execFileSync('/nowhere/at/all'));
  tell('thrown-missing', error.code === 'ENOENT');
}
