// title "a fork has its folder and program, and is ended by its time, its signal, or a number of one"
// rules SPAWN-28
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { fork } = require('child_process');
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const tell = (label, flag) => log(label, Number(flag));
  const base = path.join(os.tmpdir(), `loopspec-${process.pid}-options`);
  const once = (target, name) => new Promise((resolve) => target.once(name, (...args) => resolve(args)));
  fs.writeFileSync(`${base}.js`, 'process.on("message", () => {}); process.send([process.cwd(), process.argv[2], process.execArgv.length]);');
  fs.writeFileSync(`${base}.sh`, `#!/bin/sh\nLOOPSPEC_SHELL=1 exec ${process.execPath} "$@"\n`, { mode: 0o755 });
  const main = async () => {
    let child = fork(`${base}.js`, ['a'], { cwd: '/', execArgv: ['--no-warnings'] });
    const [[folder, argument, options]] = await once(child, 'message');
    tell('folder', folder === '/' && argument === 'a' && options === 1);
    child.kill(os.constants.signals.SIGINT);
    tell('by-number', (await once(child, 'exit'))[1] === 'SIGINT');

    const controller = new AbortController();
    child = fork(`${base}.js`, { signal: controller.signal, killSignal: 'SIGHUP', execPath: `${base}.sh`, execArgv: [] });
    const errors = [];
    child.on('error', (error) => errors.push(error.name));
    await once(child, 'message');
    tell('program', child.spawnfile === `${base}.sh`);
    controller.abort();
    tell('aborted', (await once(child, 'exit'))[1] === 'SIGHUP' && errors.join() === 'AbortError');

    child = fork(`${base}.js`, { timeout: 20, killSignal: 'SIGKILL' });
    tell('in-time', (await once(child, 'exit'))[1] === 'SIGKILL');
    for (const end of ['js', 'sh']) fs.unlinkSync(`${base}.${end}`);
  };
  main();
}
