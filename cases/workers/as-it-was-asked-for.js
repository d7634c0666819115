// title "a worker has the arguments, options, variables, limits and data that its maker gave it"
// rules WORKER-36
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const threads = require('worker_threads');
  const { MessageChannel, SHARE_ENV, Worker } = threads;
  const { port1, port2 } = new MessageChannel();
  const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 16, stackSizeMb: 2 };
  const data = { port: port1, map: new Map([[1, 2]]) };
  const alike = (found) => Number(Object.keys(limits).every((name) => found[name] === limits[name]));
  const same = (one, other) => Number(JSON.stringify(one) === JSON.stringify(other));

  process.env.LOOPSPEC_THERE = '1';
  log('limits-of-the-main-thread', Object.keys(threads.resourceLimits).length);
  const shared = new Worker(`
    const threads = require('worker_threads');
    const { argv, env, execArgv } = process;
    const { map, port } = threads.workerData;
    env.LOOPSPEC_BACK = env.LOOPSPEC_THERE + '2';
    port.postMessage({ argv: argv.slice(2), execArgv, limits: threads.resourceLimits, map });
    port.close();
  `, {
    eval: true,
    argv: [1, null, { toString: () => 'text' }],
    env: SHARE_ENV,
    execArgv: ['--no-warnings'],
    resourceLimits: limits,
    transferList: [port1],
    workerData: data,
  });
  log('limits-outside', alike(shared.resourceLimits));
  log('input', Number(shared.stdin !== null));
  // The port's message and the worker's exit come by different ways.
  const message = new Promise((resolve) => port2.on('message', resolve));
  const exit = new Promise((resolve) => shared.on('exit', resolve));
  message.then(async ({ argv, execArgv, limits: inside, map }) => {
    log('arguments', same(argv, ['1', 'null', 'text']));
    log('options', same(execArgv, ['--no-warnings']));
    log('limits-inside', alike(inside));
    log('data', map.get(1));
    await exit;
    log('variable', Number(process.env.LOOPSPEC_BACK));
    log('limits-after-the-end', Object.keys(shared.resourceLimits).length);
    alone();
  });

  const refuse = (label, options) => {
    try {
      new Worker('', { eval: true, ...options });
      log(label, 0);
    } catch (error) {
      log(error.name === 'DataCloneError' || error.code ? label : 'another-error', 1);
    }
  };
  refuse('data-with-a-function', { workerData: { act() {} } });
  refuse('port-that-is-not-listed', { workerData: new MessageChannel().port1 });

  // What is not asked for: the parent's options, a copy of its variables, no input.
  function alone() {
    process.env.LOOPSPEC_BACK = '3';
    const worker = new Worker(`
      const { parentPort, workerData } = require('worker_threads');
      const { argv, env, execArgv, stdin } = process;
      const numbers = [argv.length, Number(env.LOOPSPEC_BACK), Number(workerData === null || workerData === undefined)];
      env.LOOPSPEC_BACK = '4';
      stdin.on('end', () => parentPort.postMessage({ numbers, execArgv })).resume();
    `, { eval: true });
    log('another-input', Number(worker.stdin !== null));
    worker.on('message', ({ numbers, execArgv }) => {
      log('argument-count', numbers[0]);
      log('variable-inside', numbers[1]);
      log('no-data', numbers[2]);
      log('options-of-the-parent', same(execArgv, process.execArgv));
    });
    worker.on('exit', (code) => {
      log('variable-outside', Number(process.env.LOOPSPEC_BACK));
      log('exit', code);
    });
  }
}
