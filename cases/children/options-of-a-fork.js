// title "a fork has its folder, program, options, variables, streams and messages, and is ended by its time, its signal, or a number of one"
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
  // This one tells how it was started, by what JSON has not.
  fs.writeFileSync(`${base}-told.js`, `
    process.on('message', () => {});
    const group = Number(require('fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[2]);
    process.send(new Map([['execArgv', process.execArgv], ['env', process.env], ['leader', group === process.pid], ['map', 1]]));
  `);
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

    // Two that are asked for otherwise in all things. A shell cannot be asked for, and stdio overrides silent.
    process.execArgv.push('--no-deprecation');
    const env = { LOOPSPEC_A: '1', LOOPSPEC_B: undefined };
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'];
    child = fork(`${base}-told.js`, { detached: true, env, serialization: 'advanced', shell: true, silent: true, stdio });
    let [told] = await once(child, 'message');
    tell('options-of-the-parent', told.get('execArgv').join() === process.execArgv.join());
    tell('variables', told.get('env').LOOPSPEC_A === '1' && !('LOOPSPEC_B' in told.get('env')) && !('LOOPSPEC_C' in told.get('env')));
    tell('leader', told.get('leader'));
    tell('stdio', child.stdin === null && child.stdout === null && child.stderr !== null && child.stdio[4] !== null && child.stdio.length === 5);
    child.kill();
    await once(child, 'exit');
    process.env.LOOPSPEC_C = '2';
    child = fork(`${base}-told.js`, { execArgv: [], serialization: 'json', silent: true });
    [told] = await once(child, 'message');
    tell('as-json', JSON.stringify(told) === '{}');
    tell('silent', child.stdin !== null && child.stdout !== null && child.stderr !== null && child.stdio.length === 4);
    child.kill();
    await once(child, 'exit');
    child = fork(`${base}-told.js`, { execArgv: [], serialization: 'advanced' });
    [told] = await once(child, 'message');
    tell('no-options', told.get('execArgv').length === 0);
    tell('variables-of-the-parent', told.get('env').LOOPSPEC_C === '2');
    tell('no-leader', !told.get('leader'));
    tell('not-silent', child.stdin === null && child.stdout === null && child.stderr === null);
    child.kill();
    await once(child, 'exit');
    fs.unlinkSync(`${base}-told.js`);
    for (const end of ['js', 'sh']) fs.unlinkSync(`${base}.${end}`);
  };
  main();
}
