// child-process-options.js - the page on child processes, broken option by option.
'use strict';

const children = require('child_process');
const program = require('./program.js');
const wrap = require('./wrap.js');

const isOptions = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
// Change the options of calls, if they have any.
const change = (names, make) => () => {
  for (const name of names) {
    wrap(children, name, (whole) => (...args) => whole(...args.map((arg, i) => {
      const options = i > 0 && isOptions(arg) ? { ...arg } : null;
      if (options) make(options);
      return options || arg;
    })));
  }
};
const ignore = (names, option) => change(names, (options) => { delete options[option]; });
const each = program('children/options-of-each-call');
const fork = program('children/options-of-a-fork');
const pageOf = (rule, witness) => (sentence, broken) => ({ sentence, rules: [rule], change: broken, witness });
const ofCalls = pageOf('SPAWN-29', each);
const ofForks = pageOf('SPAWN-28', fork);

module.exports = {
  'folder-of-exec': ofCalls('exec(): cwd: current working directory of the child process.', ignore(['exec'], 'cwd')),
  'folder-of-exec-file': ofCalls('execFile(): cwd: current working directory of the child process.', ignore(['execFile'], 'cwd')),
  'variables-of-exec': ofCalls('exec(): env: environment key-value pairs.', ignore(['exec'], 'env')),
  'variables-of-exec-file': ofCalls('execFile(): env: environment key-value pairs.', ignore(['execFile'], 'env')),
  'variables-added': ofCalls('Use env to specify environment variables that will be visible to the new process.',
    change(['exec', 'execFile', 'spawn'], (options) => { if (options.env) options.env = { ...process.env, ...options.env }; })),
  'undefined-is-empty': ofCalls('undefined values in env will be ignored.', change(['spawn'], ({ env }) => {
    for (const name in env) if (env[name] === undefined) env[name] = '';
  })),
  'signal-of-exec': ofCalls('exec(): killSignal; signal allows aborting the child process.', ignore(['exec'], 'killSignal')),
  'abort-of-exec': ofCalls('exec(): signal: allows aborting the child process using an AbortSignal.', ignore(['exec'], 'signal')),
  'limit-of-exec': ofCalls('exec(): maxBuffer: largest amount of data in bytes allowed on stdout or stderr.', ignore(['exec'], 'maxBuffer')),
  'errors-without-limit': ofCalls('maxBuffer: largest amount of data in bytes allowed on stdout or stderr.', () => {
    wrap(children, 'execFile', (whole) => (...args) => {
      const child = whole(...args);
      if (child.stderr) child.stderr.removeAllListeners('data').resume();
      return child;
    });
  }),
  'errors-are-kept': ofCalls("execSync(): stderr by default will be output to the parent process' stderr unless stdio is specified.", () => {
    for (const name of ['execSync', 'execFileSync']) {
      wrap(children, name, (whole) => (...args) => {
        if (!isOptions(args[args.length - 1])) args.push({});
        args.push({ stdio: 'pipe', ...args.pop() });
        return whole(...args);
      });
    }
  }),
  'time-is-left': ofCalls('timeout: in milliseconds the maximum amount of time the process is allowed to run.', () => {
    wrap(children, 'spawn', (whole) => (...args) => {
      const { timeout } = args.find(isOptions) || {};
      if (timeout) setTimeout(() => {}, timeout);
      return whole(...args);
    });
  }),
  'silent-wins': ofForks('fork(): stdio: when this option is provided, it overrides silent.',
    change(['fork'], (options) => { if (options.silent) delete options.stdio; })),
  'no-options-of-the-parent': ofForks('fork(): execArgv: default process.execArgv.',
    change(['fork'], (options) => { options.execArgv = options.execArgv || []; })),
  'fork-is-not-detached': ofForks('fork(): detached: prepare child process to run independently of its parent process.', ignore(['fork'], 'detached')),
  'serialization-of-a-fork': ofForks("fork(): serialization: possible values are 'json' and 'advanced'.", ignore(['fork'], 'serialization')),
  'kept-open-is-gone': {
    sentence: 'keepOpen: when true, the socket is kept open in the sending process.',
    rules: ['SPAWN-22'],
    change: () => wrap(children, 'spawn', (whole) => (...args) => {
      const child = whole(...args);
      const { send } = child;
      if (send) child.send = (message, handle, options, callback) => send.call(child, message, handle, undefined, callback);
      return child;
    }),
    witness: program('children/socket-that-is-sent'),
  },
  'handle-is-lost': {
    sentence: 'message: sendHandle: undefined or a net.Socket, net.Server or dgram.Socket object.',
    rules: ['SPAWN-30'],
    change: () => wrap.event(children.ChildProcess.prototype, 'message', (emit, [message]) => emit(message)),
    witness: program('children/handles-in-both-directions'),
  },
  'thrown-without-output': {
    sentence: 'execFileSync(): an Error that will include the full result of the underlying spawnSync().',
    rules: ['SPAWN-26'],
    change: () => wrap(children, 'execFileSync', (whole) => (...args) => {
      try {
        return whole(...args);
      } catch (error) {
        for (const name of ['output', 'stdout', 'stderr', 'pid']) delete error[name];
        throw error;
      }
    }),
    witness: program('children/results-of-a-synchronous-call'),
  },
  'overlapped-is-ignored': {
    sentence: "stdio: 'overlapped' is exactly the same as 'pipe' on non-Windows systems.",
    rules: ['SPAWN-23'],
    change: () => wrap(children.ChildProcess.prototype, 'spawn', (whole) => function spawn(options) {
      const of = (each) => (each === 'overlapped' ? 'ignore' : each);
      const { stdio } = options;
      return whole.call(this, { ...options, stdio: Array.isArray(stdio) ? stdio.map(of) : of(stdio) });
    }),
    witness: program('children/told-by-the-object'),
  },
};
