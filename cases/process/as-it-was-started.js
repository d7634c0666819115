// title "a process knows how it was started and by whom, what it has used since, and passes warnings on as they are"
// rules LIFE-38
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { spawnSync } = require('child_process');
  const major = Number(process.versions.node.split('.')[0]);
  const tell = (label, flag) => log(label, Number(flag));
  const run = (code, options) => spawnSync(process.execPath, ['--no-warnings', '-e', code, 'a', 'b'], { encoding: 'utf8', ...options });
  const { stdout } = run('console.log(JSON.stringify([process.argv0, process.ppid, process.argv, process.execArgv.length, process.execPath]))', { argv0: 'fred' });
  const [argv0, ppid, argv, options, program] = JSON.parse(stdout);
  tell('name', argv0 === 'fred');
  tell('parent', ppid === process.pid);
  tell('arguments', argv[0] === process.execPath && argv.slice(1).join() === 'a,b');
  tell('options', options === 3 && program === process.execPath);

  // Figures of the process, by calls and by differences.
  const { rss } = process.memoryUsage();
  tell('memory', process.memoryUsage.rss() > rss / 2);
  const { user } = process.cpuUsage();
  tell('usage', process.resourceUsage().userCPUTime >= user && process.resourceUsage().maxRSS > 1000);
  process.title = 'fred';
  tell('title', process.title === 'fred');
  tell('since-the-beginning', process.uptime() > 0 && process.uptime() % 1 !== 0);
  if (major >= 24) {
    const before = process.threadCpuUsage();
    const after = process.threadCpuUsage(before);
    tell('thread', before.user > 0 && after.user <= process.threadCpuUsage().user - before.user);
    try {
      process.threadCpuUsage(5);
    } catch (error) {
      log(error.code);
    }
    tell('module', process.getBuiltinModule('fs') === require('fs') && process.getBuiltinModule('nothing-of-this-name') === undefined);
  }
  const warning = new RangeError('text');
  process.once('warning', (found) => {
    tell('same-warning', found === warning && found.name === 'RangeError');
    process.once('warning', ({ name, message, stack }) => tell('made', name === 'Warning' && message === 'other' && stack.includes('Warning: other')));
    process.emitWarning('other');
  });
  process.emitWarning(warning);
}
