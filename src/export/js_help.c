/* js_help.c - the parts of the written program around the steps. */
#include "export/js_inside.h"

#include <assert.h>

/* What a page and a process have in common. */
#define BUDGET   "budget", "let budget = $budget;\n"
#define RESOLVED "resolved", "const resolved = Promise.resolve();\n"
#define MADE                                                                                  \
    "\n// Nothing can be done to what does not exist yet: that is an error of the program.\n" \
    "const made = (it, line, name) => {\n"                                                    \
    "  if (it !== undefined) return;\n"
#define EXACT                                                                          \
    "[exact]// That order hangs on exact instants: a busy machine may show another.\n" \
    "'use strict';\n\n"

/* A page cannot be ended, but its callbacks can be made to do nothing. */
static const struct helper page_helpers[] = {
    { "", "// Run: <script src=FILE></script> in a page that is visible\n"
          "// It prints its labels to the console, in the order of the logs.\n" EXACT },
    { "log", "[several]const log = (...labels) => labels.forEach((label) => console.log(label));\n"
             "[!several]const log = (label) => console.log(label);\n" },
    { BUDGET },
    { RESOLVED },
    { "busy", "\n// Computes for `ms`; nothing else runs meanwhile. A page may not wait.\n"
              "const busy = (ms) => {\n"
              "  const end = performance.now() + ms;\n"
              "  while (performance.now() < end);\n"
              "};\n" },
    { "made", MADE "  console.log(`error: line ${line}: '${name}' does not exist yet`);\n"
                   "  throw new Error('the program cannot go on');\n"
                   "};\n" },
    { "spend", "\n// Every callback costs one; when none is left, no callback goes on.\n"
               "const spend = () => {\n"
               "  if (budget-- <= 0) throw new Error('the budget of callbacks is used up');\n"
               "};\n" },
    { "", "\n$variables\n" },
};
static_assert(ARRAY_SIZE(page_helpers) <= HELPERS_MAX, "the helpers do not fit into writer.used");

static const struct helper helpers[] = {
    { "", "// Run: node FILE, or bun FILE, or deno run -A FILE.cjs\n"
          "// It prints its labels one a line, in the order of the logs.\n" EXACT JS_RESTART "\n"
          "[workers]process.env.UV_THREADPOOL_SIZE = '$workers'; // read at the pool's first use\n"
          "[workers]\n" },
    { "dns", "const dns = require('dns');\n" },
    { "fs", "const fs = require('fs');\n" },
    { "net", "const net = require('net');\n" },
    { "os", "const os = require('os');\n" },
    { "childProcess", "const childProcess = require('child_process');\n" },
    { "performance", "const { performance } = require('perf_hooks');\n" },
    { "", "\n" },
    { "log", "[several]const log = (...labels) => fs.writeSync(1, labels.join('\\n') + '\\n');\n"
             "[!several]const log = (label) => fs.writeSync(1, `${label}\\n`);\n" },
    { BUDGET },
    { RESOLVED },
    { "busy",
      "\n// Holds up this thread for `ms`; nothing else runs meanwhile. It does not look at the "
      "clock\n"
      "// all the time: that leaves garbage, and to collect it is a callback of the loop.\n"
      "const cell = new Int32Array(new SharedArrayBuffer(4));\n"
      "const busy = (ms) => {\n"
      "  const end = performance.now() + ms;\n"
      "  for (let left = ms; left > 0; left = end - performance.now()) {\n"
      "    try { Atomics.wait(cell, 0, 0, left); } catch (err) { /* it may not: look again */ }\n"
      "  }\n"
      "};\n" },
    { "made", MADE "  fs.writeSync(1, `error: line ${line}: '${name}' does not exist yet\\n`);\n"
                   "  process.removeAllListeners('exit');\n"
                   "  process.exit(1);\n"
                   "};\n" },
    { "world",
      "\n// Where time is virtual, the world has files that take as long to open as they say.\n"
      "const world = process.env.LOOPSPEC_SLEEPER;\n" },
    { "queueMicrotask",
      "\n// Node has it from version 11 on.\n"
      "const queueMicrotask = global.queueMicrotask || ((callback) => {\n"
      "  Promise.resolve().then(callback).catch((err) => process.nextTick(() => { throw err; }));\n"
      "});\n" },
    { "spend", "\n// Every callback costs one; the run is cut when none is left.\n"
               "const spend = () => {\n"
               "  if (budget-- > 0) return;\n"
               "  process.removeAllListeners('exit');\n"
               "  process.exit();\n"
               "};\n" },
    { "work",
      "\n// A job takes a thread of the pool while it writes to a pipe. At the other end `sh` "
      "reads\n"
      "// how long to sleep, sleeps, and only then reads the rest, which the pipe cannot hold.\n"
      "let sleeperCount = 0;\n"
      "const sleeper = () => {\n"
      "  const fifo = `${os.tmpdir()}/fifo-${process.pid}-${sleeperCount++}`;\n"
      "  const script = 'mkfifo \"$0\"; (read s && sleep $$s && cat) <\"$0\" >/dev/null 2>&1 &';\n"
      "  childProcess.execFileSync('sh', ['-ec', script, fifo], { stdio: 'ignore' });\n"
      "  const fd = fs.openSync(fifo, 'w');\n"
      "  fs.unlinkSync(fifo);\n"
      "  return fd;\n"
      "};\n"
      "const work = (ms, callback) => {\n"
      "  const done = (err, fd) => {\n"
      "    fs.closeSync(fd);\n"
      "    callback(err);\n"
      "  };\n"
      "  if (world) {\n"
      "    fs.open(`${world}/${ms / 1000}`, 'r', done);\n"
      "    return;\n"
      "  }\n"
      "  const fd = sleepers.pop() || sleeper();\n"
      "  fs.write(fd, `${ms / 1000}\\n`.padEnd(1 << 17), (err) => done(err, fd));\n"
      "};\n" },
    /* Prepared before the scenario, since each takes time. */
    { "work", "const sleepers = Array.from({ length: world ? 0 : $jobs }, sleeper);\n" },

    /* Both ends are in this process, so a byte is there as soon as it is written. */
    { "readyAfter",
      "\n// Told how long to sleep, it does so and makes the socket readable.\n"
      "const clock = (peer) => {\n"
      "  const script = 'while read s; do (sleep $$s; printf .) & done';\n"
      "  const child = childProcess.spawn('sh', ['-c', script], { stdio: ['pipe', peer, 'ignore'] "
      "});\n"
      "  child.unref();\n"
      "  return child;\n"
      "};\n"
      "const readyAfter = (p, ms) => {\n"
      "  if (p.clock) {\n"
      "    p.clock.stdin.write(`${ms / 1000}\\n`);\n"
      "    return;\n"
      "  }\n"
      "  const name = `${world}/${ms / 1000}/${p.peer._handle.fd}`;\n"
      "  fs.closeSync(fs.openSync(name, 'r'));\n"
      "};\n" },
    { "pairs withPairs",
      "\n// Connects `count` sockets, then calls `main` from a close callback:\n"
      "// timers, poll and immediates follow that as they follow a main script.\n"
      "const pairs = [];\n"
      "const withPairs = (count, main) => {\n"
      "  const name = `${os.tmpdir()}/socket-${process.pid}`;\n"
      "  const server = net.createServer();\n"
      "  const connect = () => {\n"
      "    const client = net.connect(name);\n"
      "    let ends = 0;\n"
      "    const connected = () => {\n"
      "      if (++ends < 2) return;\n"
      "      if (pairs.length < count) {\n"
      "[later]        if (!world) client.clock = clock(client.peer);\n"
      "        pairs.push(client.unref());\n"
      "        connect();\n"
      "      } else {\n"
      "        server.close();\n"
      "        client.on('close', main);\n"
      "        client.destroy();\n"
      "      }\n"
      "    };\n"
      "    client.on('connect', connected);\n"
      "    server.once('connection', (peer) => {\n"
      "      client.peer = peer.unref().on('error', () => {});\n"
      "      connected();\n"
      "    });\n"
      "  };\n"
      "  server.listen(name, connect);\n"
      "};\n" },
    { "socket", "const socket = () => pairs.pop().ref();\n" },
    { "poll",
      "\n// Calls back in the poll phase, in every iteration, until it is drained or closed.\n"
      "const poll = (callback) => {\n"
      "  const p = pairs.pop().ref();\n"
      "  p.on('data', () => {\n"
      "    p.full = true;\n"
      "    try {\n"
      "      callback();\n"
      "    } finally {\n"
      "      if (p.full && !p.destroyed) p.peer.write('.');\n"
      "    }\n"
      "  });\n"
      "  return p;\n"
      "};\n" },
    { "drain", "const drain = (p) => { p.full = false; };\n" },
    { "ready", "const ready = (p) => p.peer.write('.');\n" },
    { "now", "\n"
             "[paired]let start = performance.now();\n"
             "[!paired]const start = performance.now();\n"
             "const now = () => Math.floor(performance.now() - start);\n" },
    { "", "\n$variables\n" },
};
static_assert(ARRAY_SIZE(helpers) <= HELPERS_MAX, "the helpers do not fit into writer.used");

/* Keywords, globals that the written program uses, and its helpers. */
#define RESERVED                                                                            \
    "arguments async await break case catch class const continue debugger default delete "  \
    "do else enum eval export extends false finally for function if implements import in "  \
    "instanceof interface let new null of package private protected public return static "  \
    "super switch this throw true try typeof undefined var void while with yield Array "    \
    "Error Infinity Math NaN Promise clearInterval clearTimeout clearImmediate exports "    \
    "global globalThis module process queueMicrotask require setInterval setTimeout "       \
    "setImmediate __dirname __filename budget busy code drain err childProcess dns fs "     \
    "log net now os pairs performance poll ready readyAfter resolved sleeper "              \
    "sleeperCount sleepers socket spend start withPairs work cell made Atomics Int32Array " \
    "SharedArrayBuffer "

const struct language js_language = {
    .indent = 2, .helper = helpers, .helper_count = ARRAY_SIZE(helpers), .reserved = RESERVED
};

/* Likewise for a page, with what a script cannot declare again. */
const struct language js_page_language = { .indent = 2,
                                           .helper = page_helpers,
                                           .helper_count = ARRAY_SIZE(page_helpers),
                                           .reserved = RESERVED
                                           "addEventListener cancelAnimationFrame console document "
                                           "location requestAnimationFrame top window" };
