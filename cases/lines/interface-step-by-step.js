// title "what ends a line, what resumes the input, and what an interface does once it is closed"
// rules LINE-8
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const shown = (text) => `[${text}]`.replace(/[^a-z0-9[\]]/g, (c) => `.${c.charCodeAt(0)}.`).replace(/[[\]]/g, '_');
  const make = (options) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const rl = readline.createInterface({ input, output, ...options });
    for (const event of ['pause', 'resume', 'close', 'history']) rl.on(event, () => log(event));
    rl.on('line', (line) => log(`line${shown(line)}`)).on('error', ({ message }) => log(`error-${message}`));
    return { input, output, rl };
  };
  const parts = [
    function ends(next) {
      const { input, rl } = make();
      input.write('a\nb\r\nc\rd\n\n');
      input.write('e');
      input.write('f\ng');
      rl.on('close', () => setImmediate(next));
      input.end('h');
    },
    function slowly(next) {
      const { input, rl } = make();
      input.write('a\r');
      setTimeout(() => input.write('\nb\r'), 20);
      setTimeout(() => input.end('\nc\n'), 320);
      rl.on('close', () => setImmediate(next));
    },
    function slowlyTogether(next) {
      const { input, rl } = make({ crlfDelay: Infinity });
      input.write('a\r');
      setTimeout(() => input.end('\nb\n'), 300);
      rl.on('close', () => setImmediate(next));
    },
    function failed(next) {
      const { input, rl } = make();
      input.destroy(new Error('no'));
      setImmediate(() => { log('closed', Number(Boolean(rl.closed))); rl.close(); next(); });
    },
    function resumes(next) {
      const { output, rl } = make({ prompt: 'p ' });
      const told = (label) => { const text = output.read(); log(`${label}${shown(text === null ? '' : text)}`); };
      rl.pause();
      rl.pause();
      rl.resume();
      rl.resume();
      rl.pause();
      rl.prompt();
      told('prompt');
      rl.setPrompt('q ');
      log(`prompt${shown(rl.getPrompt())}`);
      rl.prompt();
      told('prompt');
      rl.pause();
      rl.write('typed\n');
      rl.pause();
      rl.question('why', (answer) => log(`answer${shown(answer)}`));
      told('asked');
      rl.write('so\n');
      rl.write('not asked\n');
      rl.close();
      rl.close();
      rl.on('close', () => log('late'));
      log('closed', Number(Boolean(rl.closed)));
      try { rl.question('x', () => {}); log('asked'); } catch ({ code }) { log(code); }
      setImmediate(next);
    },
    function disposed(next) {
      const { rl } = make();
      rl[Symbol.dispose]();
      log('closed', Number(Boolean(rl.closed)));
      next();
    },
    function aborted(next) {
      const controller = new AbortController();
      const { rl } = make();
      rl.question('x', { signal: controller.signal }, () => log('no-answer'));
      controller.abort();
      rl.write('a line\n');
      rl.close();
      next();
    },
    function terminal(next) {
      const { rl } = make({ terminal: true, historySize: 2 });
      rl.on('line', () => log(`rest${shown(rl.line)}`, rl.cursor));
      rl.write('ab');
      log(`so-far${shown(rl.line)}`, rl.cursor);
      rl.write(null, { ctrl: true, name: 'a' });
      log('at', rl.cursor);
      rl.write('x\n');
      rl.write('second\nthird\n');
      log(rl.history.join('-'));
      rl.on('SIGINT', () => { log('SIGINT'); rl.removeAllListeners('SIGINT'); rl.write(null, { ctrl: true, name: 'c' }); setImmediate(next); });
      rl.write(null, { ctrl: true, name: 'c' });
    },
    function again(next) {
      // The latest of equal lines stays, where that is asked for.
      for (const removeHistoryDuplicates of [false, true]) {
        const { rl } = make({ terminal: true, removeHistoryDuplicates });
        rl.write('a\nb\na\n');
        log(`all-${rl.history.join('-')}`);
        rl.close();
      }
      next();
    },
    function silent(next) {
      const { input, rl } = make({ output: undefined });
      rl.prompt();
      rl.question('x', (answer) => { log(`unseen${shown(answer)}`); rl.close(); next(); });
      input.write('yes\n');
    },
  ];
  const go = () => { const part = parts.shift(); if (part) { log(part.name); part(() => setImmediate(go)); } };
  go();
}
