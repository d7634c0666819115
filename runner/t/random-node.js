// random-node.js - random scenario programs of the node layer, each with one legal order.
//
//     node runner/t/random-node.js SEED COUNT DIR [no-queue-microtask]
//
// writes DIR/0001.loop and so on. Program N of a seed is the same whatever the count and the
// machine. With the last word no microtask throws, and all else is the same: that is for Node
// before version 11, where what stands in for queueMicrotask() throws from a tick, later. They are
// for comparing a host with a real Node, so that their order must not hang on the machine's speed.
// It does not, by these rules:
//
// - What makes a timeout, an interval or an immediate is busy for 20 ms afterwards, and delays are
//   at most 10 ms: whenever the loop comes to its timers, all of them are due. The immediates that
//   an immediate makes are covered too: Node looks at a timer that was made among timers only 1 ms
//   later, by which time a quick loop would have come around.
// - Within one run of code a delay is never shorter than the one before it: a pause between the
//   two cannot make the later one due first. An interval starts over from the begin of its call,
//   so that nothing shorter than itself is made in its callback.
// - What loses its reference gets it back: whether the last iteration still calls something
//   unreferenced is a matter of the libuv version (ALIVE-6), and those compared may differ in it.
// - A timeout that queues itself again does so first of all, so that what its callback makes
//   besides has no shorter delay.
// - What an error leaves in the queues does not throw in turn: either one tick of the program
//   throws, or callbacks of the loop do. Node drains what is left when it next calls anything, be
//   it a task of V8's own, so that with a second error the machine would decide what comes first.
// - A file request is made when nothing else is under way but ticks and microtasks, and none of
//   those throws: Node queues an immediate after an error that was handled.
'use strict';

const fs = require('fs');
const path = require('path');

const [seed, count, dir, lack] = process.argv.slice(2);
const microtasksThrow = !lack;

const DELAYS = [1, 5, 10];
const BUSY = 'busy 20ms';
const DEPTH_MAX = 3;

// Numbers from 0 to n - 1, by mulberry32.
const makeRandom = (seed) => {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor(((t ^ (t >>> 14)) >>> 0) / 4294967296 * n);
  };
};

// One program under construction. Steps are strings; blocks are { head, body: [step...] }.
class Program {
  constructor(seed, number) {
    this.random = makeRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
    for (let i = 0; i < 4; i++) this.random(2); // near seeds begin alike
    this.title = `random program ${number} of seed ${seed}`;
    this.callbacks = 0;
    this.callbacksMax = 3 + this.random(23);
    this.names = 0;
    this.intervals = 0;
    this.mayThrow = this.chance(30);
    this.mayReject = this.mayThrow || this.chance(25);
    this.tickThrows = this.chance(50);
    this.ticksToThrow = this.tickThrows ? 1 : 0;
  }

  chance(percent) {
    return this.random(100) < percent;
  }

  pick(list) {
    return list[this.random(list.length)];
  }

  full() {
    return this.callbacks >= this.callbacksMax;
  }

  label() {
    return `log c${++this.callbacks}`;
  }

  name(prefix) {
    return `${prefix}${++this.names}`;
  }

  // The steps of one run of code. `at` says what may stand in it:
  //   depth      callbacks around it
  //   macrotasks may it make timeouts and immediates?
  //   repeated   may it run several times? Then a name may stand for another than its own
  //   known      { name, kind } that surely exist when it runs
  //   steady     it goes on afterwards, so that it must not throw; for this run of code alone
  //   calm       nothing that it leads to may throw either
  //   from       the queue that it is called from: 'loop', 'tick' or 'microtask'
  //   delay      the shortest that may still be made; rises
  //   made       set when something was made that the clock must overtake
  run(at, steps) {
    const most = at.depth === 0 ? 6 : 3;
    const wanted = at.depth === 0 ? 2 + this.random(most - 1) : this.random(most + 1);
    for (let i = 0; i < wanted && !this.full(); i++) {
      this.pick(this.choices(at)).call(this, at, steps);
    }
  }

  choices(at) {
    const list = [this.tick, this.tick, this.microtask, this.promise, this.flow];
    if (at.macrotasks) {
      list.push(this.timeout, this.timeout, this.timeout, this.immediate, this.immediate);
      if (this.intervals < 2 && !at.repeated) list.push(this.interval);
      if (at.known.some(({ kind }) => kind !== 'reject')) list.push(this.clear);
    }
    if (this.mayReject) list.push(this.reject);
    return list;
  }

  // The body of a callback: a run of code of its own, one level down.
  callback(at, change) {
    const inner = Object.assign({}, at, {
      depth: at.depth + 1, known: at.known.slice(), delay: 0, made: false, from: 'loop',
    }, change);
    const steps = [this.label()];
    if (inner.depth < DEPTH_MAX) this.run(inner, steps);
    return this.end(inner, steps);
  }

  end(at, steps) {
    if (at.made) steps.push(BUSY);
    const quiet = at.steady || at.calm || at.depth === 0 || !this.mayThrowFrom(at.from);
    if (quiet || !this.chance(12)) return steps;
    if (at.from === 'tick') this.ticksToThrow--;
    steps.push('throw');
    return steps;
  }

  mayThrowFrom(queue) {
    if (queue === 'tick') return this.mayThrow && this.ticksToThrow > 0;
    return this.mayThrow && (queue === 'microtask' || !this.tickThrows);
  }

  tick(at, steps) {
    this.job(at, steps, 'tick');
  }

  microtask(at, steps) {
    this.job(at, steps, 'microtask');
  }

  job(at, steps, head) {
    const from = { from: head };
    if (!at.repeated && this.chance(10)) {
      this.again(at, steps, head, { ...from, calm: true });
      return;
    }
    const body = this.callback(at, { ...from, steady: false });
    // It is left out only when it was decided upon, so that all else is decided alike.
    const unfit = head === 'microtask' && !microtasksThrow && body[body.length - 1] === 'throw';
    steps.push({ head, body: unfit ? body.slice(0, -1) : body });
  }

  // What queues itself again in its first calls. The name is for them all.
  again(at, steps, head, change) {
    const name = this.name(head[0]);
    const [label, ...inner] = this.callback(at, { steady: false, repeated: true, ...change });
    const next = { head: `first ${1 + this.random(2)}`, body: [`again ${name}`] };
    steps.push({ head: `${name} = ${head}`, body: [label, next, ...inner] });
    return name;
  }

  promise(at, steps) {
    const link = () => this.callback(at, { from: 'microtask', steady: false });
    const links = [link()];
    while (links.length < 3 && !this.full() && this.chance(50)) links.push(link());
    steps.push({ head: 'promise', body: links[0], then: links.slice(1) });
  }

  // Up to the first await it is part of the code around it.
  flow(at, steps) {
    const body = [this.label()];
    const throws = this.mayThrow && !at.calm && this.chance(10);
    if (at.depth + 1 < DEPTH_MAX && this.chance(30)) this.timeoutOrTick(at, body);
    for (let awaits = this.random(3); awaits > 0 && !this.full(); awaits--) {
      body.push('await', ...this.callback(at, { from: 'microtask', steady: true }));
    }
    if (throws) body.push('throw');
    steps.push({ head: 'flow', body });
  }

  timeoutOrTick(at, steps) {
    if (this.full()) return;
    if (at.macrotasks) this.timeout(at, steps);
    else this.tick(at, steps);
  }

  delayFrom(at) {
    at.delay = this.pick(DELAYS.filter((delay) => delay >= at.delay));
    at.made = true;
    return at.delay;
  }

  // Give what was just made a name, and let it lose its reference and get it back.
  keep(at, steps, kind, head, body) {
    const name = this.name(kind[0]);
    steps.push({ head: `${name} = ${head}`, body });
    at.known.push({ name, kind });
    if (this.chance(20)) steps.push(`unref ${name}`, `ref ${name}`);
  }

  timeout(at, steps) {
    if (!at.repeated && this.chance(15)) {
      this.renewed(at, steps);
      return;
    }
    const delay = this.delayFrom(at);
    const head = `timeout ${delay}ms`;
    if (!at.repeated && this.chance(10)) {
      const name = this.again(at, steps, head, { delay, made: true });
      at.known.push({ name, kind: 'timeout' });
      return;
    }
    const body = this.callback(at, { steady: false });
    if (this.chance(50)) this.keep(at, steps, 'timeout', head, body);
    else steps.push({ head, body });
  }

  // A timeout that starts over: right after it was made, or in its own first calls.
  renewed(at, steps) {
    const delay = this.delayFrom(at);
    const name = this.name('t');
    const outside = this.chance(50);
    const [label, ...inner] = this.callback(at, {
      repeated: !outside, delay: outside ? 0 : delay, made: !outside, steady: false,
    });
    const restart = { head: `first ${1 + this.random(2)}`, body: [`refresh ${name}`] };
    const body = outside ? [label, ...inner] : [label, restart, ...inner];
    steps.push({ head: `${name} = timeout ${delay}ms`, body });
    if (outside) steps.push(`refresh ${name}`);
  }

  interval(at, steps) {
    this.intervals++;
    const delay = this.delayFrom(at);
    const name = this.name('v');
    const calls = 1 + this.random(3);
    const [label, ...inner] = this.callback(at, {
      repeated: true, delay, made: true, steady: true,
    });
    const body = [label, { head: `first ${calls}`, body: inner, otherwise: [`clear ${name}`] }];
    steps.push({ head: `${name} = interval ${delay}ms`, body });
  }

  immediate(at, steps) {
    at.made = true;
    if (!at.repeated && this.chance(10)) {
      const name = this.again(at, steps, 'immediate', { made: true });
      at.known.push({ name, kind: 'immediate' });
      return;
    }
    const body = this.callback(at, { steady: false });
    if (this.chance(40)) this.keep(at, steps, 'immediate', 'immediate', body);
    else steps.push({ head: 'immediate', body });
  }

  clear(at, steps) {
    const known = this.pick(at.known.filter(({ kind }) => kind !== 'reject'));
    steps.push(`clear ${known.name}`);
  }

  // A rejected promise that stays so, or is caught before it is reported, or afterwards.
  reject(at, steps) {
    const known = at.known.filter(({ kind }) => kind === 'reject');
    if (known.length && this.chance(50)) {
      steps.push({ head: `catch ${this.pick(known).name}`, body: [this.label()] });
      return;
    }
    const name = this.name('r');
    steps.push(`${name} = reject`);
    at.known.push({ name, kind: 'reject' });
    if (this.callbacks + 2 <= this.callbacksMax && this.chance(40)) {
      const label = this.label();
      const caught = { head: `catch ${name}`, body: [this.label()] };
      steps.push({ head: 'tick', body: [label, caught] });
    }
  }

  handlers() {
    const steps = [];
    const log = (event) => ({ head: `on ${event}`, body: [`log ${event}`] });
    if (this.mayThrow) {
      steps.push(log('uncaught'));
      if (this.chance(30)) steps[0].body.push({ head: 'tick', body: [this.label()] });
    }
    if (this.mayReject) steps.push(log('rejection'));
    if (this.mayReject) steps.push(log('handled'));
    if (this.chance(10)) {
      const revived = [this.label(), { head: 'timeout 1ms', body: [this.label()] }, BUSY];
      steps.push({ head: 'on before-exit', body: [{ head: 'first 1', body: revived }] });
    }
    if (this.chance(20)) steps.push({ head: 'on exit', body: ['log exit', 'observe code'] });
    return steps;
  }

  // Some begin with a file request and go on in its callback.
  main() {
    const at = {
      depth: 0, macrotasks: true, known: [], delay: 0, made: false, from: 'loop',
    };
    const steps = this.handlers();
    if (!this.chance(25)) {
      do this.run(at, steps); while (this.callbacks < 3);
      steps.push('log end', BUSY);
      if (this.mayThrowFrom('loop') && this.chance(10)) steps.push('throw');
      return steps;
    }
    this.run(Object.assign({}, at, { macrotasks: false, calm: true, depth: 1 }), steps);
    const inner = [this.label()];
    do this.run(at, inner); while (this.callbacks < 3);
    steps.push({ head: 'stat', body: this.end(Object.assign(at, { depth: 1 }), inner) }, 'log end');
    return steps;
  }

  text() {
    const lines = [`title "${this.title}"`, 'rules PHASE-10', 'layer node', ''];
    const block = (steps, indent) => {
      for (const step of steps) {
        if (typeof step === 'string') {
          lines.push(indent + step);
          continue;
        }
        lines.push(`${indent}${step.head} {`);
        block(step.body, `${indent}    `);
        for (const link of step.then || []) {
          lines.push(`${indent}} then {`);
          block(link, `${indent}    `);
        }
        if (step.otherwise) {
          lines.push(`${indent}} else {`);
          block(step.otherwise, `${indent}    `);
        }
        lines.push(`${indent}}`);
      }
    };
    block(this.main(), '');
    return `${lines.join('\n')}\n`;
  }
}

if (!dir || !/^\d+$/.test(seed) || !/^[1-9]\d*$/.test(count) ||
    ![undefined, 'no-queue-microtask'].includes(lack)) {
  console.error('usage: node random-node.js SEED COUNT DIR [no-queue-microtask]');
  process.exit(2);
}
if (!fs.existsSync(dir)) fs.mkdirSync(dir);
for (let n = 1; n <= Number(count); n++) {
  const name = `${String(n).padStart(4, '0')}.loop`;
  fs.writeFileSync(path.join(dir, name), new Program(Number(seed), n).text());
}
