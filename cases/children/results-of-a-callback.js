// title "the callback of exec and execFile has null or an error that says how, and output as it was asked for"
// rules SPAWN-25
// layer node

const [major, minor] = process.versions.node.split('.').map(Number);
// As it is from Node 20.2 on; before it an abort has no cause.
if (major > 20 || (major === 20 && minor >= 2)) {
  const { promisify } = require('util');
  const { exec, execFile } = require('child_process');
  const tell = (label, flag) => log(label, Number(flag));
  const call = (act) => new Promise((resolve) => {
    let calls = 0;
    let isClosed = false;
    const child = act((...args) => {
      if (++calls > 1) log('called-twice');
      resolve({ args, error: args[0], stdout: args[1], stderr: args[2], child, isClosed });
    });
    child.on('exit', () => { isClosed = true; });
  });
  const main = async () => {
    let r = await call((done) => exec('echo 1; echo 2 >&2', done));
    tell('success', r.args.length === 3 && r.error === null && r.stdout === '1\n' && r.stderr === '2\n' && r.isClosed);
    tell('shell', r.child.spawnfile === '/bin/sh' && r.child.spawnargs.join() === '/bin/sh,-c,echo 1; echo 2 >&2');
    r = await call((done) => exec('echo 1; echo 2 >&2; exit 4', done));
    tell('failure', r.error instanceof Error && r.error.code === 4 && r.error.signal === null && r.error.killed === false);
    tell('command', r.error.cmd === 'echo 1; echo 2 >&2; exit 4');
    tell('output-of-a-failure', r.stdout === '1\n' && r.stderr === '2\n');
    r = await call((done) => execFile('sh', ['-c', 'kill -HUP $$'], done));
    tell('signal', r.error.code === null && r.error.signal === 'SIGHUP' && r.error.killed === false);
    r = await call((done) => execFile('sleep', ['100'], { timeout: 5 }, done));
    tell('timeout', r.error.code === null && r.error.signal === 'SIGTERM' && r.error.killed === true);
    r = await call((done) => execFile('sleep', ['100'], { timeout: 5, killSignal: 'SIGINT' }, done));
    tell('other-signal', r.error.signal === 'SIGINT');
    r = await call((done) => execFile('/nowhere/at/all', done));
    tell('missing', r.error.code === 'ENOENT' && r.stdout === '' && r.child.pid === undefined);
    for (const encoding of ['buffer', 'unheard-of', null]) {
      r = await call((done) => exec('echo 1', { encoding }, done));
      tell('bytes', Buffer.isBuffer(r.stdout) && Buffer.isBuffer(r.stderr) && r.stdout.length === 2);
    }
    r = await call((done) => exec('echo 1', { encoding: 'hex' }, done));
    tell('hex', r.stdout === '310a');
    r = await call((done) => execFile('echo', ['12345'], { maxBuffer: 3 }, done));
    tell('too-much', r.error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' && r.stdout === '123');
    const controller = new AbortController();
    const promise = call((done) => execFile('sleep', ['100'], { signal: controller.signal }, done));
    controller.abort(new RangeError());
    r = await promise;
    tell('abort', r.error.name === 'AbortError' && r.error.code === 'ABORT_ERR' && r.error.cause instanceof RangeError);
    tell('aborted', r.child.killed);

    const promised = promisify(exec)('echo 1');
    tell('child', promised.child.pid > 0);
    const { stdout, stderr } = await promised;
    tell('promised', stdout === '1\n' && stderr === '');
    const error = await promisify(execFile)('sh', ['-c', 'echo 1; exit 5']).catch((reason) => reason);
    tell('rejected', error.code === 5 && error.stdout === '1\n' && error.stderr === '');
  };
  main();
}
