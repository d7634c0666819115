// readline-answers.js - the page on readline, broken once more.
'use strict';

const readline = require('readline');
const { PassThrough } = require('stream');
const wrap = require('./wrap.js');

const proto = readline.Interface.prototype;
// The methods of both kinds of interfaces are on the class that they share.
const base = Object.getPrototypeOf(proto);
const owner = (name) => (Object.prototype.hasOwnProperty.call(proto, name) ? proto : base);
const method = (name, make) => wrap(owner(name), name, make);
const on = (name, make) => wrap(proto, 'emit', (whole) => function emit(event, ...args) {
  const inTruth = (...more) => whole.call(this, event, ...more);
  return event === name ? make.call(this, inTruth, args) : inTruth(...args);
});
const pair = (options) => {
  const input = new PassThrough();
  const output = new PassThrough();
  return { input, output, rl: readline.createInterface({ input, output, ...options }) };
};

module.exports = {
  'last-line-needs-an-end': {
    sentence: "The 'line' event is also emitted if new data has been read from a stream and that stream ends without a final end-of-line marker.",
    rules: ['LINE-8'],
    change: () => on('line', function emit(inTruth, args) { return this.input.readableEnded ? true : inTruth(...args); }),
    witness: (print) => { const { input, rl } = pair(); rl.on('line', print); input.end('a'); },
  },
  'lines-end-with-n-only': {
    sentence: "The 'line' event is emitted whenever the input stream receives an end-of-line input (line feed, carriage return or both).",
    rules: ['LINE-8'],
    change: () => on('line', (inTruth, [line]) => inTruth(`${line}\r`)),
    witness: (print) => { const { input, rl } = pair(); rl.on('line', (l) => print(JSON.stringify(l))); input.end('a\r\nb\n'); },
  },
  'error-of-the-input-is-silent': {
    sentence: "The 'error' event is emitted when an error occurs on the input stream associated with the node:readline Interface.",
    rules: ['LINE-8'],
    change: () => on('error', () => true),
    witness: (print) => { const { input, rl } = pair(); rl.on('error', () => print('error')); input.destroy(new Error('no')); },
  },
  'close-without-a-pause': {
    sentence: "The 'pause' event is emitted when the input stream is paused.",
    rules: ['LINE-8'],
    change: () => on('pause', () => true),
    witness: (print) => { const { rl } = pair(); rl.on('pause', () => print('pause')); rl.pause(); },
  },
  'resume-is-not-told': {
    sentence: "The 'resume' event is emitted whenever the input stream is resumed.",
    rules: ['LINE-8'],
    change: () => on('resume', () => true),
    witness: (print) => { const { rl } = pair(); rl.on('resume', () => print('resume')); rl.pause(); rl.resume(); rl.close(); },
  },
  'prompt-does-not-resume': {
    sentence: 'When called, rl.prompt() will resume the input stream if it has been paused.',
    rules: ['LINE-8'],
    change: () => method('prompt', () => function prompt() { if (this.output) this.output.write(this.getPrompt()); }),
    witness: (print) => { const { rl } = pair(); rl.pause(); rl.on('resume', () => print('resume')); rl.prompt(); rl.close(); },
  },
  'prompt-is-fixed': {
    sentence: 'The rl.setPrompt() method sets the prompt that will be written to output whenever rl.prompt() is called.',
    rules: ['LINE-8'],
    change: () => method('setPrompt', () => function set() {}),
    witness: (print) => { const { rl } = pair(); rl.setPrompt('x'); print(rl.getPrompt()); rl.close(); },
  },
  'write-does-not-resume': {
    sentence: 'When called, rl.write() will resume the input stream if it has been paused.',
    rules: ['LINE-8'],
    change: () => method('write', (whole) => function write(...args) { const { paused } = this; this.paused = false; whole.apply(this, args); this.paused = paused; }),
    witness: (print) => { const { rl } = pair(); rl.pause(); rl.on('resume', () => print('resume')); rl.write('a\n'); rl.close(); },
  },
  'written-is-no-input': {
    sentence: "The rl.write() method will write the data to the readline Interface's input as if it were provided by the user.",
    rules: ['LINE-8'],
    change: () => method('write', () => function write() {}),
    witness: (print) => { const { rl } = pair(); rl.on('line', print); rl.write('a\n'); rl.close(); },
  },
  'question-after-close-is-asked': {
    sentence: 'If the question is called after rl.close(), it throws or returns a rejected promise.',
    rules: ['LINE-8'],
    change: () => method('question', (whole) => function question(...args) { try { return whole.apply(this, args); } catch (e) { return undefined; } }),
    witness: (print) => { const { rl } = pair(); rl.close(); try { rl.question('?', () => {}); print('asked'); } catch (e) { print(e.code); } },
  },
  'question-is-not-written': {
    sentence: 'The rl.question() method displays the query by writing it to the output.',
    rules: ['LINE-8'],
    change: () => method('question', (whole) => function question(query, ...args) { return whole.call(this, '', ...args); }),
    witness: (print) => { const { rl, output } = pair(); output.on('data', (d) => print(d)); rl.question('why?', () => {}); rl.close(); },
  },
  'close-twice-tells-twice': {
    sentence: "The InterfaceConstructor instance is finished once the 'close' event is emitted.",
    rules: ['LINE-8'],
    change: () => method('close', (whole) => function close() { if (this.closed) { this.emit('close'); return undefined; } return whole.call(this); }),
    witness: (print) => { const { rl } = pair(); rl.on('close', () => print('close')); rl.close(); rl.close(); },
  },
  'dispose-leaves-it-open': {
    sentence: 'rl[Symbol.dispose](): alias for rl.close().',
    rules: ['LINE-8'],
    change: () => { base[Symbol.dispose] = () => {}; proto[Symbol.dispose] = () => {}; },
    witness: (print) => { const { rl } = pair(); rl.on('close', () => print('close')); rl[Symbol.dispose](); rl.removeAllListeners('close'); rl.close(); },
  },
  'carriage-return-alone-is-nothing': {
    sentence: 'crlfDelay: if the delay between carriage return and line feed exceeds crlfDelay milliseconds, both will be treated as separate end-of-line input.',
    rules: ['LINE-8'],
    change: () => wrap(readline, 'createInterface', (whole) => function create(options, ...args) { return whole.call(this, { ...options, crlfDelay: Infinity }, ...args); }),
    witness: (print) => { const { input, rl } = pair(); rl.on('line', (l) => print(`[${l}]`)); input.write('a\r'); setTimeout(() => input.end('\nb\n'), 300); },
  },
  'line-is-kept': {
    sentence: 'Once the line event has been emitted, rl.line will be an empty string.',
    rules: ['LINE-8'],
    change: () => on('line', function emit(inTruth, [line]) { Object.defineProperty(this, 'line', { value: line, writable: true }); return inTruth(line); }),
    witness: (print) => { const { rl } = pair({ terminal: true }); rl.on('line', () => print(rl.line)); rl.write('a\n'); rl.close(); },
  },
  'prompt-of-the-question-stays': {
    sentence: 'rl.question(): displays the query by writing it to the output; rl.getPrompt() returns the current prompt used by rl.prompt().',
    rules: ['LINE-11'],
    change: () => {
      method('getPrompt', (whole) => function prompt() { return this.asked || whole.call(this); });
      method('question', (whole) => function question(query, ...rest) { this.asked = query; return whole.call(this, query, ...rest); });
    },
    witness: (print) => {
      const input = new PassThrough();
      const lines = readline.createInterface({ input, prompt: 'own' });
      lines.question('asked', () => { print(lines.getPrompt()); lines.close(); });
      input.write('a\n');
    },
  },
  'delay-of-return-and-feed-as-given': {
    sentence: 'crlfDelay will be coerced to a number no less than 100.',
    rules: ['LINE-11'],
    change: () => {
      wrap(readline, 'createInterface', (whole) => (options, ...rest) => {
        const lines = whole(options, ...rest);
        if (options.crlfDelay) lines.crlfDelay = options.crlfDelay;
        return lines;
      });
    },
    witness: (print) => {
      const input = new PassThrough();
      readline.createInterface({ input, crlfDelay: 1 }).on('line', (line) => print('line', line));
      input.write('a\r');
      setTimeout(() => input.end('\nb'), 50);
    },
  },
  'aborted-question-takes-a-line': {
    sentence: 'rlPromises.question(): signal: optionally allows the question() to be canceled using an AbortSignal.',
    rules: ['LINE-6'],
    change: () => wrap(require('readline/promises').Interface.prototype, 'question', (whole) => function question(query, options) {
      const { signal } = options || {};
      if (!signal || signal.aborted) return whole.call(this, query, options);
      return new Promise((resolve, reject) => {
        whole.call(this, query).then(resolve);
        signal.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' })));
      });
    }),
    witness: (print) => {
      const input = new (require('stream').PassThrough)();
      const rl = require('readline/promises').createInterface({ input });
      const controller = new AbortController();
      rl.on('line', print).question('?', { signal: controller.signal }).catch(() => { input.end('a\n'); });
      setImmediate(() => controller.abort());
    },
  },
  'many-lines-at-the-end-are-an-error': {
    sentence: 'for await...of: the iterator gives every line of the input.',
    rules: ['LINE-5'],
    change: () => wrap(readline.Interface.prototype, Symbol.asyncIterator, (whole) => function iterate() {
      const lines = whole.call(this);
      let count = 0;
      return {
        next: () => (++count > 1024 && this.closed ? Promise.reject(new Error('readline was closed')) : lines.next()),
        return: (value) => lines.return(value),
        [Symbol.asyncIterator]() { return this; },
      };
    }),
    witness: async (print) => {
      const text = 'a\n'.repeat(2000);
      const lines = readline.createInterface({ input: require('stream').Readable.from([text]) });
      let count = 0;
      try { for await (const line of lines) count += line.length; } catch (error) { print(error.message); }
      print(count);
    },
  },
};
