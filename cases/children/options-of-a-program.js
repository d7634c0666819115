// title "descriptors and streams are handed on, a shell is the one that is named, and an abort after the end does nothing"
// rules SPAWN-28
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { exec, execFile, spawn, spawnSync } = require('child_process');
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const tell = (label, flag) => log(label, Number(flag));
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-options.txt`);
  const once = (target, name) => new Promise((resolve) => target.once(name, (...args) => resolve(args)));
  const main = async () => {
    // An abort comes too late for one that has ended.
    const late = new AbortController();
    let child = spawn('true', { signal: late.signal, stdio: 'ignore' });
    child.on('error', () => log('error-after-the-end'));
    await once(child, 'exit');
    late.abort();
    tell('ended', child.exitCode === 0 && !child.killed);

    // Descriptors, streams, and those of the parent.
    const descriptor = fs.openSync(file, 'w');
    spawnSync('echo', ['1'], { stdio: ['ignore', descriptor, 'ignore'] });
    fs.closeSync(descriptor);
    const stream = fs.createWriteStream(file, { flags: 'a' });
    await once(stream, 'open');
    child = spawn('echo', ['2'], { stdio: ['ignore', stream, 'ignore'] });
    tell('no-stream', child.stdout === null);
    await once(child, 'close');
    stream.end();
    tell('written', fs.readFileSync(file, 'utf8') === '1\n2\n');
    child = spawn('true', { stdio: 'inherit' });
    tell('inherited', child.stdin === null && child.stdout === null && child.stdio.length === 3);
    await once(child, 'close');

    const run = (...args) => new Promise((resolve) => execFile(...args, (error, stdout) => resolve(stdout)));
    tell('shell', await run('echo', ['$((1 + 1))'], { shell: true }) === '2\n');
    tell('no-shell', await run('echo', ['$((1 + 1))']) === '$((1 + 1))\n');
    tell('that-shell', await run('echo', ['$0'], { shell: '/bin/bash' }) === '/bin/bash\n');
    tell('that-shell', await new Promise((resolve) => exec('echo $0', { shell: '/bin/bash' }, (error, stdout) => resolve(stdout))) === '/bin/bash\n');
    const much = await new Promise((resolve) => execFile('head', ['-c', '1048577', '/dev/zero'], { encoding: 'buffer' }, (error) => resolve(error)));
    tell('too-much', much !== null && much.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER');
    fs.unlinkSync(file);
  };
  main();
}
