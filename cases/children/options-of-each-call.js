// title "each call that starts a program takes its folder, variables, encoding, shell, limits and input"
// rules SPAWN-29
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { exec, execFile, execFileSync, execSync, spawn, spawnSync } = require('child_process');
  const { pathToFileURL } = require('url');
  const result = (act) => new Promise((resolve) => act((error, out, errors) => resolve({ error, out, errors })));
  const attempt = (act) => {
    try {
      return { error: null, out: act() };
    } catch (error) {
      return { error, out: error.stdout, errors: error.stderr };
    }
  };
  // What each call makes of a line for the shell.
  const calls = {
    exec: (line, options) => result((done) => exec(line, options, done)),
    'exec-file': (line, options) => result((done) => execFile('sh', ['-c', line, 'sh'], options, done)),
    'exec-sync': (line, options) => attempt(() => execSync(line, options)),
    'exec-file-sync': (line, options) => attempt(() => execFileSync('sh', ['-c', line, 'sh'], options)),
    'spawn-sync': (line, options) => {
      const { error, signal, status, stdout: out, stderr: errors } = spawnSync('sh', ['-c', line, 'sh'], options);
      return { error: error || status !== 0 ? { code: error && error.code, signal } : null, out, errors };
    },
    spawn: (line, options) => result((done) => {
      const child = spawn('sh', ['-c', line, 'sh'], options);
      let [text, failure] = ['', null];
      child.stdout.on('data', (chunk) => { text += chunk; });
      child.on('error', (error) => { failure = error; });
      child.on('close', (code, signal) => done(failure || (code === 0 ? null : { code, signal }), text, ''));
    }),
  };
  const tell = (label, flag) => log(label, Number(flag));
  const here = process.cwd();

  const main = async () => {
    process.env.LOOPSPEC_A = 'mine';
    for (const [name, call] of Object.entries(calls)) {
      const text = async (line, options) => String((await call(line, options)).out).trim();
      const show = 'echo "$LOOPSPEC_A ${LOOPSPEC_B-none} $(pwd -P)"';
      const env = { LOOPSPEC_A: 'given', LOOPSPEC_B: undefined, PATH: process.env.PATH };
      log(name);
      // A time that is not over ends nothing and holds nothing.
      tell('of-the-parent', await text(show, { timeout: 2e9 }) === `mine none ${here}`);
      tell('given', await text(show, { cwd: '/', env }) === 'given none /');
      tell('address', await text(show, { cwd: pathToFileURL('/') }) === 'mine none /');
      tell('no-others', await text('env | grep -c LOOPSPEC', { env }) === '1');
      if (name !== 'spawn') {
        tell('encoded', (await call('echo 1', { encoding: 'hex' })).out === '310a');
        tell('bytes', Buffer.isBuffer((await call('echo 1', { encoding: 'buffer' })).out));
        for (const line of ['echo 12345', 'echo 12345 >&2']) {
          const { error } = await call(line, { maxBuffer: 5, stdio: 'pipe' });
          tell('too-much', error && ['ENOBUFS', 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'].includes(error.code));
        }
        // The synchronous ones count both together.
        const both = name.endsWith('sync') ? '' : '; echo 12345 >&2';
        tell('not-too-much', !(await call(`echo 12345${both}`, { maxBuffer: 6, stdio: 'pipe' })).error);
      }
      const { error } = await call('exec sleep 1000', { timeout: 10, killSignal: 'SIGHUP' });
      tell('in-time', error && error.signal === 'SIGHUP');
      if (name.endsWith('sync')) continue;
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 10);
      const { error: aborted } = await call('exec sleep 1000', { signal: controller.signal });
      tell('aborted', aborted && aborted.name === 'AbortError');
    }
    inShells();
    await named();
  };

  function inShells() {
    const shell = '/bin/bash';
    tell('shell-of-exec', execSync('echo $0', { shell, encoding: 'utf8' }) === `${shell}\n`);
    tell('shell-of-a-file', execFileSync('echo $0', { shell, encoding: 'utf8' }) === `${shell}\n`);
    tell('shell-of-spawn', spawnSync('echo $0', { shell, encoding: 'utf8' }).stdout === `${shell}\n`);
    tell('default-shell', execFileSync('echo $0', { shell: true, encoding: 'utf8' }) === '/bin/sh\n');
    tell('input', execSync('cat', { input: 'text', encoding: 'utf8' }) === 'text');
    tell('input-of-a-file', execFileSync('cat', { input: Buffer.from('text'), encoding: 'utf8' }) === 'text');
    tell('input-as-numbers', String(spawnSync('cat', { input: new Uint16Array([0x4141]) }).stdout) === 'AA');
    tell('no-output', execSync('echo 1', { stdio: 'ignore' }) === null);
    tell('no-output-of-a-file', execFileSync('echo', ['1'], { stdio: 'ignore' }) === null);
    // Errors go to where those of the parent go, unless something else is said; those of spawnSync do not.
    const { stderr } = spawnSync(process.execPath, ['-e', `
      const { execFileSync, execSync, spawnSync } = require('child_process');
      execSync('echo 1 >&2');
      execFileSync('sh', ['-c', 'echo 2 >&2']);
      execSync('echo 3 >&2', { stdio: 'pipe' });
      execFileSync('sh', ['-c', 'echo 4 >&2'], { stdio: 'pipe' });
      spawnSync('sh', ['-c', 'echo 5 >&2']);
      try {
        execSync('echo 6 >&2; exit 1');
      } catch (error) {
        process.exitCode = error.status;
      }
    `], { encoding: 'utf8' });
    tell('errors-of-the-parent', stderr === '1\n2\n6\n');
  }

  async function named() {
    const child = spawn('sh', ['-c', 'echo $0'], { argv0: 'fred' });
    let text = '';
    child.stdout.on('data', (chunk) => { text += chunk; });
    await new Promise((resolve) => child.on('close', resolve));
    tell('name', text === 'fred\n');
    tell('own-variables', process.env.LOOPSPEC_A === 'mine' && process.cwd() === here);
  }
  process.on('exit', () => tell('nothing-is-left', performance.now() < 1e9));
  main();
}
