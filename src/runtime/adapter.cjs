// adapter.cjs - runs scenarios on the runtime that runs this file: Node from version 10 on, Bun,
// Deno. README.md in this folder documents the protocol.
//
// Two processes run this file. Without arguments it talks to loopspec, line by line and
// synchronously. For each scenario it starts the same binary again, with --perform: a new process,
// in which only the scenario keeps the loop alive or has something in a queue. That process takes
// what the scenario writes to standard output with fs.writeSync() as its trace and adds the time to
// each line. Scenarios that may share a process are performed one after the other by --share, which
// talks to loopspec itself as long as it lasts.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const vm = require('vm');

const TRACE_MAX = 64 << 20; // bytes; no real trace is longer
const MISTAKE = 'error: '; // after this the program says what is wrong with itself, and ends
const LINE = /^([A-Za-z0-9_.-]{1,64})(?: = (?:(-?\d{1,15})|(E[A-Z0-9]+)))?$/;

// ---- one scenario, in a process of its own ----

// The runtime starts so long before a scenario that is to begin at a certain instant.
const AHEAD_NS = 1e9;

// On a clock that moves with each reading: load now what the scenario may load, since loading reads
// the clock many times; and begin at a fixed place within a millisecond, since runtimes count in
// whole ones; or at the instant that was asked for.
function prepare(begin) {
  ['child_process', 'dns', 'net', 'os', 'perf_hooks'].forEach((name) => require(name));
  const past = ([s, ns]) => (s - Math.floor(begin / 1e9)) * 1e9 + ns - begin % 1e9;
  if (begin > 0) {
    const left = -past(process.hrtime()) / 1e6 - 2;
    if (left > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
    while (past(process.hrtime()) < 0);
  } else {
    while (process.hrtime()[1] % 1e6 > 2e4);
  }
}

// A function that returns how many nanoseconds this thread was ready to run but had no processor;
// undefined if the kernel does not count it.
function heldUp() {
  const buffer = Buffer.alloc(128);
  let file;
  const read = () => {
    const count = fs.readSync(file, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, count).split(' ')[1]);
  };
  try {
    file = fs.openSync('/proc/self/schedstat', 'r');
    return Number.isSafeInteger(read()) ? read : undefined;
  } catch (err) {
    return undefined;
  }
}

const write = fs.writeSync;

// `trace` is a descriptor.
function perform(program, trace, { id, clock, begin_ns: beginning = 0 }) {
  const held = clock === 'real' ? heldUp() : undefined;
  let room = TRACE_MAX;
  let begin;
  let heldBefore;

  const record = (line) => {
    const [, label, number, name] = LINE.exec(line) || [];
    if (line.startsWith(MISTAKE)) {
      write(trace, `${JSON.stringify({ type: 'error', id, reason: line.slice(MISTAKE.length) })}\n`);
      return;
    }
    if (label === undefined) {
      try { write(2, `${line}\n`); } catch (err) { /* the pipe is full; drop the line */ }
      return;
    }
    const [seconds, ns] = process.hrtime(begin);
    const event = { type: 'log', id, label, at_ns: seconds * 1e9 + ns };
    if (number !== undefined || name !== undefined) event.value = name || Number(number);
    if (held) event.held_ns = held() - heldBefore;
    const text = `${JSON.stringify(event)}\n`;
    room -= text.length;
    if (room >= 0) write(trace, text);
    else process.kill(process.pid, 'SIGKILL');
  };
  fs.writeSync = (fd, text, ...rest) => {
    if (fd !== 1) return write(fd, text, ...rest);
    String(text).replace(/\n$/, '').split('\n').forEach(record);
    return Buffer.byteLength(String(text));
  };

  process.argv.splice(1, process.argv.length, program); // as if it had been started directly
  if (clock === 'virtual') prepare(beginning);
  if (held) heldBefore = held();
  begin = process.hrtime();
  require(program);
}

// ---- the conversation ----

// The other side may have set the pipe to non-blocking: then wait a little.
const pause = new Int32Array(new SharedArrayBuffer(4));
function patiently(call) {
  for (;;) {
    try {
      return call();
    } catch (err) {
      if (err.code !== 'EAGAIN') throw err;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

function writeAll(buffer) {
  for (let sent = 0; sent < buffer.length;) {
    sent += patiently(() => write(1, buffer, sent, buffer.length - sent));
  }
}

const send = (message) => writeAll(Buffer.from(`${JSON.stringify(message)}\n`));

// The lines of standard input, one at a time; undefined at its end.
let heard = Buffer.alloc(0);
function hear() {
  for (;;) {
    const end = heard.indexOf(10);
    if (end >= 0) {
      const line = heard.toString('utf8', 0, end);
      heard = heard.slice(end + 1);
      return line;
    }
    const more = Buffer.alloc(1 << 16);
    const count = patiently(() => fs.readSync(0, more, 0, more.length, null));
    if (!count) return undefined;
    heard = Buffer.concat([heard, more.slice(0, count)]);
  }
}

// The library that gives a runtime virtual time, if loopspec has found it.
const world = process.argv[2] === '--world' ? process.argv[3] : undefined;
const STUCK = 86; // the library's exit status when nothing can ever run again

function describe() {
  const can = ['javascript', 'poll', 'work', 'stat', 'lookup', 'close', 'ref'];
  const hello = { type: 'hello', protocol: 1, layers: ['node'], can };
  if (typeof Bun !== 'undefined') {
    return { ...hello, name: 'bun', version: Bun.version, why_real: 'makes its own system calls' };
  }
  if (world) can.push('virtual-clock');
  else hello.why_real = 'has no libloopspec-world.so beside the program';
  if (typeof Deno !== 'undefined') return { ...hello, name: 'deno', version: Deno.version.deno };
  const { node, uv } = process.versions;
  return { ...hello, name: 'node', version: node, profile: `node-${node}/libuv-${uv}` };
}

// How to start this file again with the binary that runs it. V8 checks every 8 s whether it should
// free memory, once it has collected garbage. In virtual time, where waits take no time, it would
// do little else: 265,000 times in the longest delay of a timer.
function start(clock) {
  const flags = clock === 'virtual' ? ['--no-memory-reducer'] : [];
  return typeof Deno !== 'undefined'
    ? ['run', '-A', '--quiet', ...flags.map((flag) => `--v8-flags=${flag}`), __filename]
    : [...process.execArgv, ...flags, __filename];
}

// The environment: unchanged, or with what virtual time needs.
function environment(clock, begin) {
  if (clock !== 'virtual') return process.env;
  const preload = [world, process.env.LD_PRELOAD].filter(Boolean).join(':');
  const variables = { ...process.env, LD_PRELOAD: preload, LOOPSPEC_WORLD: 'virtual,ticking' };
  if (begin > 0) variables.LOOPSPEC_BEGIN = String(Math.max(begin - AHEAD_NS, 1));
  return variables;
}

// `ended` is the result of spawnSync().
function sendEnd(id, clock, ended) {
  if (ended.error && ended.error.code === 'ETIMEDOUT') {
    send({ type: 'end', id, timeout: true });
  } else if (ended.error) {
    send({ type: 'error', id, reason: `cannot start a process: ${ended.error.message}` });
  } else if (ended.signal) {
    send({ type: 'end', id, signal: ended.signal });
  } else if (clock === 'virtual' && ended.status === STUCK) {
    send({ type: 'end', id, stuck: true });
  } else {
    send({ type: 'end', id, code: ended.status });
  }
}

// The engine's error message for a program that it cannot parse, or nothing. Parsed as a function
// body, which is what CommonJS modules are. Checked here, not in the scenario's process, where the
// time counts.
function findMistake(javascript) {
  try {
    new vm.Script(`(function () {${javascript}\n})`, { filename: 'scenario.cjs' });
    return undefined;
  } catch (err) {
    const [place, rest] = String(err.stack).split('\n\n'); // the stack begins with the location
    if (rest) process.stderr.write(`${place}\n`);
    return `${err.name}: ${err.message}`;
  }
}

// The files of a folder that the two processes share.
const PROGRAM = 'scenario.cjs';
const TRACE = 'trace';
const REQUEST = 'request'; // the one that a sharing process has not answered, or nothing

// On a busy machine a process gets a part of each second only, so it may run for that much longer.
// The caller ends this adapter if the machine turns out to be less busy.
function patience() {
  return Math.min(10, Math.max(1, os.loadavg()[0] / os.cpus().length));
}

// Perform the request in a process of its own. Returns what spawnSync() says of its end.
function performAlone(folder, request) {
  const { clock, begin_ns: begin = 0 } = request;
  const timeout = Math.ceil(request.timeout_ms * patience());
  const { javascript, tree, ...rest } = request;
  return childProcess.spawnSync(process.execPath,
    [...start(clock), '--perform', folder, JSON.stringify(rest)],
    { stdio: ['ignore', 2, 2], env: environment(clock, begin), timeout, killSignal: 'SIGKILL' });
}

function run(folder, request) {
  const { id, javascript, why, clock } = request;
  if (typeof javascript !== 'string') {
    send({ type: 'unsupported', id, reason: why || 'it has no JavaScript form' });
    return;
  }
  const mistake = findMistake(javascript);
  if (mistake) {
    send({ type: 'error', id, reason: mistake });
    return;
  }
  fs.writeFileSync(path.join(folder, PROGRAM), javascript);
  fs.writeFileSync(path.join(folder, TRACE), '');
  sendTrace(folder, id, clock, performAlone(folder, request));
}

// What was recorded, and how the process ended.
function sendTrace(folder, id, clock, ended) {
  const seen = fs.readFileSync(path.join(folder, TRACE));
  writeAll(seen);
  const last = seen.slice(seen.lastIndexOf('\n', -2) + 1);
  if (!last.includes('{"type":"error"')) sendEnd(id, clock, ended);
}

// ---- scenarios that share a process ----

// Node calls beforeExit when nothing is left to do, and runs its loop again if there is something
// then. So a scenario that begins there is where a main script is: outside of a loop that has
// nothing in it. loopspec lets only those share a process that leave nothing but timers and
// listeners behind, by what they are made of.

const SHARED_MAX = 200; // scenarios of a process: V8 keeps something of each
// V8 reads the clock when it collects garbage and when it optimizes, which takes time here. In a
// process of its own no scenario comes to that.
const STEADY = ['--min-semi-space-size=64', '--no-opt'];
const HANDED_BACK = 87; // exit status: the request is not for this process
const LONG_MS = 1e7; // longer than any timer of a scenario that shares

// The events that a scenario which shares may listen to.
const EVENTS = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'];

// Keeps what these functions make, so that it can be cleared: an unreferenced timer outlives the
// scenario. Returns the function that does so; it says whether there was such a timer.
function keepTimers() {
  let kept = [];
  [['setTimeout', clearTimeout], ['setInterval', clearInterval], ['setImmediate', clearImmediate]]
    .forEach(([name, clear]) => {
      const make = global[name];
      global[name] = (...args) => {
        const timer = make(...args);
        kept.push(() => {
          const lives = !timer._destroyed;
          clear(timer);
          return lives;
        });
        return timer;
      };
    });
  return () => {
    const lived = kept.filter((clear) => clear()).length > 0;
    kept = [];
    return lived;
  };
}

// Is there something that keeps the process alive, although it was about to end?
const isBusy = () => process._getActiveHandles().length + process._getActiveRequests().length > 0;

function share(folder) {
  const program = path.join(folder, PROGRAM);
  const trace = fs.openSync(path.join(folder, TRACE), 'a');
  const note = path.join(folder, REQUEST);
  const { setTimeout } = global;
  const clearTimers = keepTimers();
  let count = 0;

  const begin = (request) => {
    fs.writeFileSync(program, request.javascript);
    delete require.cache[program];
    process.once('beforeExit', () => finish(request));
    fs.ftruncateSync(trace);
    perform(program, trace, request);
  };
  const next = () => {
    if (count === SHARED_MAX || isBusy()) process.exit();
    fs.closeSync(fs.openSync(`${process.env.LOOPSPEC_SLEEPER}/ready/0`, 'r'));
    const line = hear();
    if (line === undefined) process.exit();
    fs.writeFileSync(note, line);
    const request = JSON.parse(line);
    if (!mayShare(request)) process.exit(HANDED_BACK);
    begin(request);
  };
  const finish = ({ id, clock }) => {
    fs.writeSync = write;
    fs.writeFileSync(note, '');
    sendTrace(folder, id, clock, { status: 0 });
    count += 1;
    EVENTS.forEach((name) => process.removeAllListeners(name));
    if (!clearTimers()) {
      next();
      return;
    }
    // The loop's own timer is still set for the earliest of them: let that pass.
    process.once('beforeExit', next);
    setTimeout(() => {}, LONG_MS);
  };
  begin(JSON.parse(fs.readFileSync(note, 'utf8')));
}

function mayShare({ clock, share: may, javascript }) {
  return may && clock === 'virtual' && !findMistake(javascript);
}

// Let a process perform the request and those that follow, as long as they may share it.
function runShared(folder, line) {
  fs.writeFileSync(path.join(folder, REQUEST), line);
  const ended = childProcess.spawnSync(process.execPath, [...STEADY, ...start('virtual'), '--share', folder],
    { stdio: [0, 1, 2], env: environment('virtual', 0) });
  const left = fs.readFileSync(path.join(folder, REQUEST), 'utf8');
  if (left === '') return;
  if (ended.status === HANDED_BACK) run(folder, JSON.parse(left));
  else sendTrace(folder, JSON.parse(left).id, 'virtual', ended);
}

function converse() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loopspec-'));
  send(describe());
  for (let line = hear(); line !== undefined; line = hear()) {
    const request = JSON.parse(line);
    if (typeof Deno === 'undefined' && mayShare(request)) runShared(folder, line);
    else run(folder, request);
  }
  [PROGRAM, TRACE, REQUEST].map((name) => path.join(folder, name))
    .filter((file) => fs.existsSync(file)).forEach((file) => fs.unlinkSync(file));
  fs.rmdirSync(folder);
}

const [, , role, folder, request] = process.argv;
if (role === '--perform') {
  perform(path.join(folder, PROGRAM), fs.openSync(path.join(folder, TRACE), 'w'),
    JSON.parse(request));
} else if (role === '--share') {
  share(folder);
} else {
  converse();
}
