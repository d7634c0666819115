// readline.js - the page on readline, broken: lines, pauses, questions, the end of an interface.
'use strict';

const readline = require('readline');
const { PassThrough } = require('stream');
const wrap = require('./wrap.js');

// Both interfaces, that of the callbacks and that of the promises, have these methods by inheritance.
const proto = Object.getPrototypeOf(readline.Interface.prototype);
const own = readline.Interface.prototype;
const change = (name, make) => wrap(own, name, make);
const open = (use) => {
  const input = new PassThrough();
  use(readline.createInterface({ input, output: new PassThrough() }), input);
};
const told = (print, lines, ...names) => {
  for (const name of names) lines.on(name, (line = '') => print(name, line));
  return lines;
};

module.exports = {
  'last-line-is-lost': {
    sentence: "The 'line' event is also emitted if new data has been read from a stream and that stream ends without a final end-of-line marker.",
    rules: ['LINE-1'],
    change: () => wrap(own, 'emit', (whole) => function emit(name, ...args) {
      if (name === 'line' && this.input.readableEnded) return true;
      return whole.call(this, name, ...args);
    }),
    witness: (print) => open((lines, input) => { told(print, lines, 'line', 'close'); input.end('1\n2'); }),
  },
  'empty-lines-are-skipped': {
    sentence: "The 'line' event is emitted whenever the input stream receives an end-of-line input.",
    rules: ['LINE-1'],
    change: () => wrap.event(own, 'line', (whole, [line]) => (line ? whole(line) : true)),
    witness: (print) => open((lines, input) => { told(print, lines, 'line'); input.end('1\n\n2\n'); }),
  },
  'lines-come-later': {
    sentence: "The 'line' event is emitted ... and the 'close' event when the 'end' event was received.",
    rules: ['LINE-1'],
    change: () => wrap.event(own, 'line', (whole, args) => { setImmediate(whole, ...args); return true; }),
    witness: (print) => open((lines, input) => { told(print, lines, 'line', 'close'); input.end('1\n'); }),
  },
  'end-does-not-close': {
    sentence: "The 'close' event is emitted when the input stream receives its 'end' event.",
    rules: ['LINE-1'],
    change: () => wrap.event(own, 'close', function emit(whole) { return this.input.readableEnded || whole(); }),
    witness: (print) => open((lines, input) => { told(print, lines, 'close'); input.end('1\n'); }),
  },
  'close-comes-in-a-tick': {
    sentence: "When rl.close() is called, the 'close' event will be emitted.",
    rules: ['LINE-2'],
    change: () => wrap.event(own, 'close', (whole) => { process.nextTick(whole); return true; }),
    witness: (print) => open((lines) => { told(print, lines, 'close').close(); print('after'); }),
  },
  'close-does-not-pause': {
    sentence: 'rl.close() relinquishes control over the input and output streams.',
    rules: ['LINE-2'],
    change: () => change('close', (whole) => function close() { whole.call(this); this.input.resume(); }),
    witness: (print) => open((lines, input) => { lines.close(); print(input.isPaused()); }),
  },
  'closed-interface-asks-on': {
    sentence: 'Calling rl.question() after rl.close() results in an error.',
    rules: ['LINE-2'],
    change: () => change('question', (whole) => function question(...args) { return this.closed ? undefined : whole.apply(this, args); }),
    witness: (print) => open((lines) => { lines.close(); try { lines.question('?', () => {}); print('nothing'); } catch (error) { print(error.code); } }),
  },
  'pause-is-silent': {
    sentence: "The 'pause' event is emitted when the input stream is paused.",
    rules: ['LINE-3'],
    change: () => wrap.event(own, 'pause', () => true),
    witness: (print) => open((lines) => told(print, lines, 'pause').pause()),
  },
  'pause-does-not-pause': {
    sentence: 'The rl.pause() method pauses the input stream, allowing it to be resumed later if necessary.',
    rules: ['LINE-3'],
    change: () => change('pause', (whole) => function pause() { whole.call(this); this.input.resume(); return this; }),
    witness: (print) => open((lines, input) => { told(print, lines, 'line').pause(); input.write('1\n'); setImmediate(() => print('later')); }),
  },
  'resume-is-silent': {
    sentence: "The 'resume' event is emitted whenever the input stream is resumed.",
    rules: ['LINE-3'],
    change: () => wrap.event(own, 'resume', () => true),
    witness: (print) => open((lines) => told(print, lines, 'resume').pause().resume()),
  },
  'answer-is-a-line-too': {
    sentence: 'rl.question() waits for user input to be provided, then invokes the callback function passing the provided input as the first argument.',
    rules: ['LINE-4'],
    change: () => change('question', (whole) => function question(text, ...rest) {
      const callback = rest.pop();
      return whole.call(this, text, ...rest, (answer) => { callback(answer); this.emit('line', answer); });
    }),
    witness: (print) => open((lines, input) => { told(print, lines, 'line').question('?', () => print('answer')); input.write('1\n'); }),
  },
  'question-is-not-written': {
    sentence: 'The rl.question() method displays the query by writing it to the output.',
    rules: ['LINE-4'],
    change: () => change('question', (whole) => function question(text, ...rest) { return whole.call(this, '', ...rest); }),
    witness: (print) => open((lines) => { lines.question('first?', () => {}); print(lines.output.read()); }),
  },
  'iterator-misses-the-first': {
    sentence: 'Create an AsyncIterator object that iterates through each line in the input stream as a string.',
    rules: ['LINE-5'],
    change: () => wrap(proto, Symbol.asyncIterator, (whole) => function iterate() {
      const lines = whole.call(this);
      const { next } = lines;
      let first = true;
      lines.next = async () => { if (first) { first = false; await next.call(lines); } return next.call(lines); };
      return lines;
    }),
    witness: (print) => open(async (lines, input) => {
      setImmediate(() => input.end('1\n2\n'));
      for await (const line of lines) print(line);
    }),
  },
  'promised-question-cannot-be-aborted': {
    sentence: 'signal: optionally allows the question() to be canceled using an AbortSignal.',
    rules: ['LINE-6'],
    change: () => wrap(require('readline/promises').Interface.prototype, 'question', (whole) => function question(text) {
      return whole.call(this, text);
    }),
    witness: (print) => {
      const lines = require('readline/promises').createInterface({ input: new PassThrough(), output: new PassThrough() });
      lines.question('?', { signal: AbortSignal.abort() }).catch(({ name }) => print(name));
    },
  },
};
