// title "signals that cannot be heard or do not exist, missing folders and processes and programs are refused, and nothing changes"
// rules LIFE-34
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const refuse = (label, act, check = ({ code }) => code === label) => {
    try {
      act();
      log('not-refused');
    } catch (error) {
      log(check(error) ? label : String(error.code || error.name));
    }
  };
  for (const name of ['SIGKILL', 'SIGSTOP']) refuse('EINVAL', () => process.on(name, () => {}));
  refuse('ERR_UNKNOWN_SIGNAL', () => process.kill(process.pid, 'SIGNOTHING'));
  refuse('EINVAL', () => process.kill(process.pid, 1000));
  refuse('ERR_INVALID_ARG_TYPE', () => process.kill('text'));
  refuse('ESRCH', () => process.kill(2 ** 22 + 1));
  refuse('ERR_INVALID_ARG_TYPE', () => process.nextTick(5));
  refuse('ERR_INVALID_ARG_TYPE', () => process.hrtime(5));
  refuse('ERR_INVALID_ARG_TYPE', () => process.emitWarning(5));
  refuse('ERR_INVALID_ARG_TYPE', () => process.cpuUsage(5));
  const folder = process.cwd();
  refuse('ENOENT', () => process.chdir('/nowhere/at/all'));
  log('folder', Number(process.cwd() === folder));
  process.chdir('/');
  log('changed', Number(process.cwd() === '/'));
  process.chdir('dev');
  process.chdir('.');
  log('changed', Number(process.cwd() === '/dev'));
  process.chdir(folder);

  // The mask that it had is what a call answers.
  const mask = process.umask(0o27);
  log('mask', process.umask('0077'));
  log('mask', process.umask(mask));

  // Names and numbers; the listener has both.
  process.on('SIGUSR2', (...args) => log('signal', args.length * 100 + (args[0] === 'SIGUSR2' ? args[1] : 0)));
  log('sent', Number(process.kill(process.pid, 'SIGUSR2') === true));
  setTimeout(() => process.kill(process.pid, os.constants.signals.SIGUSR2), 10);
  setTimeout(() => process.removeAllListeners('SIGUSR2'), 20);

  const before = process.cpuUsage();
  const usage = process.cpuUsage(before);
  log('difference', Number(usage.user >= 0 && usage.system >= 0 && usage.user <= process.cpuUsage().user - before.user));
  log('channel', Number(process.send === undefined && process.disconnect === undefined && process.channel === undefined));

  // Variables are text, and those that are there are not replaced by a file.
  process.env.LOOPSPEC_A = 1;
  log('text', Number(process.env.LOOPSPEC_A === '1'));
  if (process.loadEnvFile && process.versions.node.split('.')[0] >= 24) {
    const file = path.join(os.tmpdir(), `loopspec-${process.pid}.env`);
    fs.writeFileSync(file, 'LOOPSPEC_A=2\nLOOPSPEC_B=3\n');
    process.loadEnvFile(file);
    fs.unlinkSync(file);
    log('variables', Number(process.env.LOOPSPEC_A + process.env.LOOPSPEC_B));
    refuse('ENOENT', () => process.loadEnvFile(file));
  }
  delete process.env.LOOPSPEC_A;
  log('deleted', Number(process.env.LOOPSPEC_A === undefined && !('LOOPSPEC_A' in process.env)));
}
