// title "a channel carries what JSON has, calls back later, and both sides know when it is closed"
// rules SPAWN-24
// layer node

// As it is from Node 20 on.
if (process.versions.node.split('.')[0] >= 20) {
  const { fork, spawn } = require('child_process');
  const fs = require('fs');
  const os = require('os');
  const path = require('path');
  const tell = (label, flag) => log(label, Number(flag));
  const file = path.join(os.tmpdir(), `loopspec-${process.pid}-channel.js`);
  fs.writeFileSync(file, `
    const state = () => [process.connected, typeof process.send, typeof process.disconnect, Boolean(process.channel)].join();
    const seen = [state(), process.execArgv.join(), process.argv.slice(2).join()];
    process.on('message', (message, ...rest) => {
      seen.push(JSON.stringify(message) + rest.length + rest[0]);
      if (message !== 'end') return;
      process.once('disconnect', (...args) => {
        const [connected] = [process.connected, seen.push(args.length)];
        require('fs').writeFileSync(__filename + '.txt', connected + state() + (process.channel === undefined ? '' : typeof process.channel));
      });
      const answer = process.send({ seen, date: new Date(0), no: undefined, none: [undefined] }, (...args) => {
        process.send([answer, args.length, args[0]]);
      });
    });
  `);

  const child = fork(file, ['a', 'b'], { silent: true, execArgv: ['--no-warnings'] });
  tell('silent', child.stdout.readable && child.stderr.readable && child.stdin.writable);
  tell('program', child.spawnfile === process.execPath);
  tell('connected', child.connected);
  tell('channel', typeof child.channel === 'object' && child.channel !== null);
  child.stdout.resume();
  child.stderr.resume();
  let inCall = true;
  tell('sent', child.send(null, (...args) => tell('called-back', !inCall && args.length === 1 && args[0] === null)) === true);
  for (const message of [5, 'text', true, { a: [1], b: undefined }]) child.send(message);
  for (const cmd of ['NODE_SOMETHING', 'NODE_foo']) child.send({ cmd });
  child.send('end');
  inCall = false;
  const refuse = (label, act) => {
    try {
      act();
      log(label, 0);
    } catch (error) {
      log(label, 1);
    }
  };
  refuse('undefined', () => child.send(undefined));
  refuse('symbol', () => child.send(Symbol('name')));
  refuse('function', () => child.send(() => {}));
  refuse('no-channel-of-a-fork', () => fork(file, { stdio: ['pipe', 'pipe', 'pipe'] }));
  refuse('two-channels', () => spawn('true', { stdio: ['ipc', 'ipc'] }));

  child.on('message', (message, handle) => {
    tell('no-handle', handle === undefined);
    if (Array.isArray(message)) {
      tell('sent-there', message[0] === true);
      tell('called-back-there', message[1] === 1 && message[2] === null);
      disconnect();
      return;
    }
    const { seen, date, none } = message;
    tell('state-there', seen[0] === 'true,function,function,true');
    tell('options-there', seen[1] === '--no-warnings' && seen[2] === 'a,b');
    tell('messages-there', seen.slice(3).join() === 'null1undefined,51undefined,"text"1undefined,true1undefined,{"a":[1]}1undefined,"end"1undefined');
    tell('as-json', typeof date === 'string' && !('no' in message) && none[0] === null);
  });

  function disconnect() {
    child.on('disconnect', (...args) => {
      log('disconnect', args.length);
      tell('disconnected', !child.connected);
    });
    child.disconnect();
    tell('not-connected', !child.connected);
    child.on('error', (error) => tell('error', error.code === 'ERR_IPC_DISCONNECTED' || error.code === 'ERR_IPC_CHANNEL_CLOSED'));
    tell('not-sent', child.send(1, (error) => tell('closed', error.code === 'ERR_IPC_CHANNEL_CLOSED')) === false);
    child.send(2);
    child.disconnect();
    child.on('exit', (code) => {
      log('exit', code);
      tell('no-channel', !child.channel && !child.connected);
      tell('closed-there', fs.readFileSync(`${file}.txt`, 'utf8').startsWith('falsefalse,'));
      fs.unlinkSync(file);
      fs.unlinkSync(`${file}.txt`);
    });
  }
}
