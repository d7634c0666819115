// title "a child's properties say what it was started with, that it runs, and how it ended; one that failed to start has no id"
// rules SPAWN-23
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawn } = require('child_process');
  const tell = (label, flag) => log(label, Number(flag));
  const child = spawn('sh', ['-c', 'read -r line; exit 3'], { argv0: 'fred', stdio: ['pipe', null, undefined, null, 'ignore', 'overlapped'] });
  const state = (label) => {
    tell(`${label}-pid`, child.pid > 0);
    tell(`${label}-running`, child.exitCode === null);
    tell(`${label}-unsignalled`, child.signalCode === null);
    tell(`${label}-killed`, child.killed);
  };
  state('made');
  tell('file', child.spawnfile === 'sh');
  tell('arguments', child.spawnargs.join() === 'fred,-c,read -r line; exit 3');
  tell('no-channel', child.channel === undefined);
  tell('no-connection', !child.connected);
  tell('no-send', child.send === undefined);
  // Pipes for the first three where nothing is said, and then none. One that is overlapped is a pipe.
  tell('aliases', child.stdio[0] === child.stdin && child.stdio[1] === child.stdout && child.stdio[2] === child.stderr);
  tell('input', child.stdin.writable && !child.stdin.readable);
  tell('output', child.stdout.readable && child.stderr.readable);
  log('descriptors', child.stdio.length);
  tell('none', child.stdio[3] === null && child.stdio[4] === null);
  tell('fifth', child.stdio[5].readable && child.stdio[5].writable);
  child.stdout.resume();
  child.stderr.resume();
  child.stdio[5].resume();
  child.on('spawn', (...args) => {
    log('spawn', args.length);
    state('spawned');
    tell('asked', child.kill(0));
    child.stdin.end('line\n');
  });
  child.on('exit', (...args) => {
    tell('exit', args.length === 2 && args[0] === 3 && args[1] === null);
    tell('code', child.exitCode === 3);
    tell('no-signal', child.signalCode === null);
    tell('pid-stays', child.pid > 0);
  });
  child.on('close', (...args) => {
    tell('close', args.length === 2 && args[0] === 3 && args[1] === null);
    killed();
  });

  function killed() {
    const other = spawn('sleep', ['100'], { stdio: 'ignore' });
    tell('ignored', other.stdin === null && other.stdout === null && other.stderr === null);
    try {
      other.kill('SIGNOTHING');
    } catch (error) {
      tell('unknown-signal', error.code === 'ERR_UNKNOWN_SIGNAL');
    }
    tell('not-killed', !other.killed);
    tell('sent', other.kill() === true);
    tell('killed', other.killed);
    tell('not-ended', other.exitCode === null && other.signalCode === null);
    other.on('exit', (code, signal) => {
      tell('by-signal', code === null && signal === 'SIGTERM');
      tell('signal', other.exitCode === null && other.signalCode === 'SIGTERM');
    });
    other.on('close', (code, signal) => {
      tell('closed-by-signal', code === null && signal === 'SIGTERM');
      tell('too-late', other.kill() === false && other.kill(0) === false);
      failed();
    });
  }

  function failed() {
    const missing = spawn('/nowhere/at/all', ['1', '2']);
    tell('no-pid', missing.pid === undefined);
    for (const name of ['spawn', 'exit', 'disconnect']) missing.on(name, () => log(name));
    missing.on('error', (error) => {
      tell('error', error.code === 'ENOENT' && error.path === '/nowhere/at/all');
      tell('call', error.syscall === 'spawn /nowhere/at/all' && error.spawnargs.join() === '1,2');
      tell('still-no-pid', missing.pid === undefined);
    });
    missing.on('close', () => log('closed-after-the-error'));
    // The command of a shell may fail, the shell is there.
    const shell = spawn('/nowhere/at/all', { shell: true, stdio: 'ignore' });
    shell.on('spawn', () => tell('shell', shell.spawnfile === '/bin/sh'));
    shell.on('exit', (code) => log('shell-exit', code));
  }
}
