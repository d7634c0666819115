// title "a worker has exactly the variables and the name that it is given, its file is named in one of four ways, and what is wrong is refused"
// rules WORKER-44
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const { pathToFileURL } = require('url');
  const { Worker } = require('worker_threads');
  const tell = (label, flag) => log(label, Number(flag));
  const ended = (worker) => new Promise((resolve) => {
    let messages = [];
    worker.on('message', (...args) => messages.push(args));
    worker.on('error', (error) => messages.push([error.message]));
    worker.on('exit', (code) => resolve({ code, messages }));
  });
  const refuse = (label, code, ...args) => {
    try {
      new Worker(...args);
      log(label, 0);
    } catch (error) {
      tell(label, error.code === code || error.name === code);
    }
  };
  const main = async () => {
    process.env.LOOPSPEC_A = '1';
    const bytes = new ArrayBuffer(8);
    const code = `
      const { parentPort, threadName, workerData } = require('worker_threads');
      const { env } = process;
      parentPort.postMessage({ env: { ...env }, bytes: workerData && workerData.byteLength, threadName });
    `;
    const named = new Worker(code, { eval: true, env: { LOOPSPEC_B: 2 }, name: 'a-long-name-of-a-worker', transferList: [bytes], workerData: bytes });
    // Names from Node 24.6 on.
    const { threadName } = named;
    const isNamed = (name) => threadName === undefined || name === 'a-long-name-of-a-worker';
    tell('transferred', bytes.byteLength === 0);
    tell('name', isNamed(threadName));
    let { messages } = await ended(named);
    let [[told]] = messages;
    tell('one-argument', messages.length === 1 && messages[0].length === 1);
    tell('those-variables-alone', JSON.stringify(told.env) === '{"LOOPSPEC_B":"2"}');
    tell('data', told.bytes === 8);
    tell('name-there', isNamed(told.threadName));
    tell('no-name-at-the-end', !named.threadName);
    const plain = new Worker(code, { eval: true });
    tell('default-name', threadName === undefined || plain.threadName === 'WorkerThread');
    [[told]] = (await ended(plain)).messages;
    tell('all-variables', told.env.LOOPSPEC_A === '1' && Object.keys(told.env).length === Object.keys(process.env).length);

    // The file may be absolute, relative with a dot, or an address of a file or of data.
    const file = path.join(os.tmpdir(), `loopspec-${process.pid}-worker.js`);
    const text = "require('worker_threads').parentPort.postMessage(__filename)";
    fs.writeFileSync(file, text);
    const relative = path.relative(process.cwd(), file);
    for (const name of [file, relative.startsWith('.') ? relative : `./${relative}`, pathToFileURL(file)]) {
      ({ messages } = await ended(new Worker(name)));
      tell('file', path.basename(messages[0][0]) === path.basename(file));
    }
    ({ messages } = await ended(new Worker(new URL(`data:text/javascript,import { parentPort } from 'worker_threads'; parentPort.postMessage(5)`))));
    tell('data-address', messages[0][0] === 5);
    fs.unlinkSync(file);
    refuse('bare-name', 'ERR_WORKER_PATH', 'name.js');
    refuse('other-address', 'ERR_INVALID_URL_SCHEME', new URL('http://localhost/'));
    refuse('number', 'ERR_INVALID_ARG_TYPE', 5);
    refuse('address-as-code', 'ERR_INVALID_ARG_VALUE', new URL('file:///a'), { eval: true });
    refuse('wrong-arguments', 'ERR_INVALID_ARG_TYPE', '', { eval: true, argv: 'a' });
    refuse('wrong-variables', 'ERR_INVALID_ARG_TYPE', '', { eval: true, env: 5 });
    refuse('unknown-option', 'ERR_WORKER_INVALID_EXEC_ARGV', '', { eval: true, execArgv: ['--no-such-option'] });
    refuse('option-of-the-process', 'ERR_WORKER_INVALID_EXEC_ARGV', '', { eval: true, execArgv: ['--title=a'] });
    refuse('wrong-name', 'ERR_INVALID_ARG_TYPE', '', { eval: true, name: 5 });
  };
  main();
}
