// title "a question gives the prompt back, a late line feed belongs to its return, and who is closed refuses"
// rules LINE-11
// layer node

const readline = require('readline');
const { PassThrough } = require('stream');

const major = Number(process.versions.node.split('.')[0]);
if (major >= 20) {
  const thrown = (label, call) => { try { call(); log(`${label}-fine`); } catch ({ code }) { log(`${label}-${code}`); } };
  const parts = [
    function asked(next) {
      const input = new PassThrough();
      const lines = readline.createInterface({ input, output: new PassThrough(), prompt: 'own' }).on('line', (line) => { log(`line-${line}`); lines.close(); });
      lines.on('close', () => { thrown('question', () => lines.question('?', () => {})); next(); });
      lines.question('asked', (answer) => {
        log(`answer-${answer}`);
        log(`prompt-${lines.getPrompt()}`);
      });
      log(`prompt-${lines.getPrompt()}`);
      input.write('one\ntwo\n');
    },
    function late(next) {
      // The delay is at least 100 ms, whatever was asked for.
      const input = new PassThrough();
      readline.createInterface({ input, crlfDelay: 1 }).on('line', (line) => log(`line-${line || 'empty'}`)).on('close', next);
      input.write('one\r');
      setTimeout(() => input.end('\ntwo'), 50);
    },
    function abortedBefore(next) {
      const input = new PassThrough();
      readline.createInterface({ input, signal: AbortSignal.abort() }).on('close', () => { log('close'); next(); });
      log('made');
    },
  ];
  const go = () => { const part = parts.shift(); if (part) part(() => setImmediate(go)); };
  go();
}
