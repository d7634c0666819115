// readline-cursors.js - the page on readline, broken where an interface is closed and where cursors move.
'use strict';

const program = require('./program.js');
const promises = require('readline/promises');
const readline = require('readline');
const wrap = require('./wrap.js');

const own = readline.Interface.prototype;
const moves = ['clearLine', 'cursorTo', 'moveCursor', 'clearScreenDown'];
// Let `make(call, callback)` answer for each call that moves a cursor; `call` makes it in truth.
const changeMoves = (make) => () => moves.forEach((name) => wrap(readline, name, (whole) => (...args) => {
  const callback = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
  return make((...more) => whole(...args, ...more), callback);
}));
const changeQuestion = (make) => () => wrap(promises.Interface.prototype, 'question', make);

module.exports = {
  'closing-destroys-the-input': {
    sentence: 'rl.close() closes the Interface instance and relinquishes control over the input and output streams.',
    rules: ['LINE-9'],
    change: () => wrap(own, 'close', (whole) => function close() {
      whole.call(this);
      this.input.destroy();
    }),
    witness: program('lines/after-close'),
  },
  'no-line-after-close': {
    sentence: "Calling rl.close() does not immediately stop other events triggered by the Interface instance, including 'line'.",
    rules: ['LINE-9'],
    change: () => wrap.event(own, 'line', function emit(whole, args) { return this.closed ? false : whole(...args); }),
    witness: program('lines/after-close'),
  },
  'used-after-close': {
    sentence: 'rl.pause(), resume(), prompt() and write() throw ERR_USE_AFTER_CLOSE if the interface is closed.',
    rules: ['LINE-9'],
    change: () => ['pause', 'resume', 'prompt', 'write'].forEach((name) => wrap(own, name, (whole) => function call(...args) {
      return this.closed ? this : whole.apply(this, args);
    })),
    witness: program('lines/after-close'),
  },
  'signal-does-not-close': {
    sentence: 'signal: allows closing the interface using an AbortSignal. Aborting the signal will internally call close on the interface.',
    rules: ['LINE-9'],
    change: () => wrap(readline, 'createInterface', (whole) => ({ signal, ...rest }) => whole(rest)),
    witness: program('lines/after-close'),
  },
  'moved-within-the-call': {
    sentence: 'callback: invoked once the operation completes.',
    rules: ['LINE-10'],
    change: changeMoves((call, callback) => {
      const answer = call();
      if (callback) callback();
      return answer;
    }),
    witness: program('lines/cursor'),
  },
  'moved-without-a-word': {
    sentence: 'callback: invoked once the operation completes.',
    rules: ['LINE-10'],
    change: changeMoves((call) => call()),
    witness: program('lines/cursor'),
  },
  'always-room-to-move': {
    sentence: "Returns false if stream wishes for the calling code to wait for the 'drain' event to be emitted before continuing; otherwise true.",
    rules: ['LINE-10'],
    change: changeMoves((call, callback) => { call(callback); return true; }),
    witness: program('lines/cursor'),
  },
  'committed-at-once': {
    sentence: 'Call rl.commit() to see the effect of this method.',
    rules: ['LINE-10'],
    change: () => moves.forEach((name) => wrap(promises.Readline.prototype, name, (whole) => function move(...args) {
      whole.apply(this, args).commit();
      return this;
    })),
    witness: program('lines/cursor'),
  },
  'committed-again': {
    sentence: 'rl.commit() sends all the pending actions to the associated stream and clears the internal list of pending actions.',
    rules: ['LINE-10'],
    change: () => {
      let done = [];
      for (const name of moves) {
        wrap(promises.Readline.prototype, name, (whole) => function move(...args) {
          done.push(() => whole.apply(this, args));
          return whole.apply(this, args);
        });
      }
      wrap(promises.Readline.prototype, 'rollback', (whole) => function rollback() { done = []; return whole.call(this); });
      wrap(promises.Readline.prototype, 'commit', (whole) => async function commit() {
        const again = done.slice();
        await whole.call(this);
        again.forEach((move) => move());
      });
    },
    witness: program('lines/cursor'),
  },
  'nothing-is-committed-by-itself': {
    sentence: 'autoCommit: if true, no need to call rl.commit().',
    rules: ['LINE-10'],
    change: () => wrap(promises, 'Readline', (Whole) => function Readline(stream) { return new Whole(stream); }),
    witness: program('lines/cursor'),
  },
  'nothing-is-rolled-back': {
    sentence: 'rl.rollback() clears the internal list of pending actions without sending it to the associated stream.',
    rules: ['LINE-10'],
    change: () => wrap(promises.Readline.prototype, 'rollback', () => function rollback() { return this; }),
    witness: program('lines/cursor'),
  },
  'answered-late': {
    sentence: "rl.question() of promises: a promise that is fulfilled with the user's input in response to the query.",
    rules: ['LINE-6'],
    change: changeQuestion((whole) => function question(...args) {
      return whole.apply(this, args).then((answer) => new Promise((resolve) => setTimeout(resolve, 20, answer)));
    }),
    witness: program('lines/promised-after-close'),
  },
  'asked-for-ever-after-close': {
    sentence: 'If the question is called after rl.close(), it returns a rejected promise.',
    rules: ['LINE-6'],
    change: changeQuestion((whole) => function question(...args) {
      return this.closed ? new Promise(() => {}) : whole.apply(this, args);
    }),
    witness: program('lines/promised-after-close'),
  },
};
