#include "export/js_inside.h"

#include <string.h>
#include "base/mem.h"

enum { COLUMNS = 100 };

void js_put_comment(struct js *js, const char *text)
{
    for (; *text; text++) {
        /* JavaScript ends a line at U+2028 and U+2029 too. */
        bool separator = strncmp(text, "\xe2\x80\xa8", 3) == 0 ||
                         strncmp(text, "\xe2\x80\xa9", 3) == 0;
        putc(separator || (unsigned char)*text < ' ' ? ' ' : *text, js->out);
        text += separator ? 2 : 0;
    }
}

static void put_remarks(struct js *js, const char *const *comment, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fputs("//", js->out);
        js_put_comment(js, comment[i][0] ? comment[i] + 1 : ""); /* without its '#' */
        putc('\n', js->out);
    }
}

static void put_about(struct js *js)
{
    const struct program *p = js->program;
    fputs("// ", js->out);
    js_put_comment(js, p->title);
    fputs("\n//\n", js->out);
    put_remarks(js, p->comment, p->comment_count);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        put_remarks(js, p->head[i].comment, p->head[i].comment_count);
    fputs("// Rules:", js->out);
    for (uint32_t i = 0; i < p->rule_count; i++)
        fprintf(js->out, " %s", p->rule[i]);
    fputs(p->layer == LAYER_BROWSER
              ? "\n// Run: <script src=FILE></script> in a page that is visible\n"
                "// It prints its labels to the console, in the order of the logs.\n"
              : "\n// Run: node FILE, or bun FILE, or deno run -A FILE.cjs\n"
                "// It prints its labels one a line, in the order of the logs.\n",
          js->out);
    if (p->exact_time)
        fputs("// That order hangs on exact instants: a busy machine may show another.\n", js->out);
    fputs("'use strict';\n\n", js->out);
}

/* A line, or several, for each need that it serves. */
struct piece {
    uint32_t needs; /* any of these */
    const char *text;
};

static const struct piece modules[] = {
    { NEED_DNS, "const dns = require('dns');\n" },
    { NEED_LOG | NEED_FS | NEED_WORK | NEED_LATER, "const fs = require('fs');\n" },
    { NEED_PAIRS, "const net = require('net');\n" },
    { NEED_PAIRS | NEED_WORK, "const os = require('os');\n" },
    { NEED_WORK | NEED_LATER, "const childProcess = require('child_process');\n" },
    { NEED_BUSY | NEED_NOW, "const { performance } = require('perf_hooks');\n" },
};

static const struct piece plain_helpers[] = {
    { NEED_RESOLVED, "const resolved = Promise.resolve();\n" },
    { NEED_BUSY, "\n// Computes for `ms`; nothing else runs meanwhile.\n"
                 "const busy = (ms) => {\n"
                 "  const end = performance.now() + ms;\n"
                 "  while (performance.now() < end);\n"
                 "};\n" },
};

/* A page cannot be ended, but its callbacks can be kept from doing anything. */
static const struct piece browser_helpers[] = {
    { NEED_SPEND, "\n// Every callback costs one; when none is left, no callback goes on.\n"
                  "const spend = () => {\n"
                  "  if (budget-- <= 0) throw new Error('the budget of callbacks is used up');\n"
                  "};\n" },
};

static const struct piece node_helpers[] = {
    { NEED_WORK | NEED_LATER,
      "\n// Where time is virtual, the world has files that take as long to open as they say.\n"
      "const world = process.env.LOOPSPEC_SLEEPER;\n" },
    { NEED_MICROTASK,
      "\n// Node has it from version 11 on.\n"
      "const queueMicrotask = global.queueMicrotask || ((callback) => {\n"
      "  Promise.resolve().then(callback).catch((err) => process.nextTick(() => { throw err; }));\n"
      "});\n" },
    { NEED_SPEND, "\n// Every callback costs one; the run is cut when none is left.\n"
                  "const spend = () => {\n"
                  "  if (budget-- > 0) return;\n"
                  "  process.removeAllListeners('exit');\n"
                  "  process.exit();\n"
                  "};\n" },
    { NEED_WORK,
      "\n// A job takes a thread of the pool while it writes to a pipe. At the other end `sh` "
      "reads\n"
      "// how long to sleep, sleeps, and only then reads the rest, which the pipe cannot hold.\n"
      "let sleeperCount = 0;\n"
      "const sleeper = () => {\n"
      "  const fifo = `${os.tmpdir()}/fifo-${process.pid}-${sleeperCount++}`;\n"
      "  const script = 'mkfifo \"$0\"; (read s && sleep $s && cat) <\"$0\" >/dev/null 2>&1 &';\n"
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
};

/* The two ends are in one process, so that a byte is there as soon as it is written. */
static const struct piece pair_helpers[] = {
    { NEED_LATER,
      "\n// Told how long to sleep, it does so and makes the socket readable.\n"
      "const clock = (peer) => {\n"
      "  const script = 'while read s; do (sleep $s; printf .) & done';\n"
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
    { NEED_PAIRS, "\n// Connects `count` sockets, then calls `main` from a close callback:\n"
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
                  "      if (pairs.length < count) {\n" },
    { NEED_LATER, "        if (!world) client.clock = clock(client.peer);\n" },
    { NEED_PAIRS, "        pairs.push(client.unref());\n"
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
    { NEED_SOCKET, "const socket = () => pairs.pop().ref();\n" },
    { NEED_POLL,
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
    { NEED_DRAIN, "const drain = (p) => { p.full = false; };\n" },
    { NEED_READY, "const ready = (p) => p.peer.write('.');\n" },
};

static void put_pieces(struct js *js, const struct piece *piece, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (js->needs & piece[i].needs)
            fputs(piece[i].text, js->out);
}

static void put_first(struct js *js)
{
    bool page = js->program->layer == LAYER_BROWSER;
    if (js->needs & NEED_LOGS)
        fputs(page ? "const log = (...labels) => labels.forEach((label) => console.log(label));\n"
                   : "const log = (...labels) => fs.writeSync(1, labels.join('\\n') + '\\n');\n",
              js->out);
    else if (js->needs & NEED_LOG)
        fputs(page ? "const log = (label) => console.log(label);\n"
                   : "const log = (label) => fs.writeSync(1, `${label}\\n`);\n",
              js->out);
    if (js->needs & NEED_SPEND)
        fprintf(js->out, "let budget = %u;\n", js->program->budget);
}

static void put_clock(struct js *js)
{
    if (js->needs & NEED_NOW)
        fprintf(js->out,
                "\n%s start = performance.now();\n"
                "const now = () => Math.floor(performance.now() - start);\n",
                js->needs & NEED_PAIRS ? "let" : "const");
}

/* "let a, b = 0;", on as many lines as it takes. */
static void put_variable(struct js *js, const char *text, const char *value, size_t *column)
{
    size_t length = strlen(text) + strlen(value);
    if (*column && *column + length + 3 > COLUMNS) {
        fputs(";\n", js->out);
        *column = 0;
    }
    fprintf(js->out, "%s%s%s", *column ? ", " : "let ", text, value);
    *column += length + (*column ? 2 : 4);
}

static void put_variables(struct js *js)
{
    const struct program *p = js->program;
    size_t column = 0;
    putc('\n', js->out);
    for (uint32_t id = 1; id < p->string_count; id++) {
        const struct js_name *n = &js->name[id];
        if (n->text && (n->again || !js_is_const(n)))
            put_variable(js, n->text, "", &column);
        if (n->function && !js_is_const(n))
            put_variable(js, n->function, "", &column);
        if (n->delay)
            put_variable(js, n->delay, "", &column);
    }
    for (uint32_t slot = 0; slot < p->slot_count; slot++)
        put_variable(js, js->reached[slot], " = 0", &column);
    if (column)
        fputs(";\n\n", js->out);
}

void js_put_head(struct js *js)
{
    bool page = js->program->layer == LAYER_BROWSER;
    put_about(js);
    if (!page)
        fprintf(js->out, "%s\n", js_restart);
    if (js->program->workers && !page)
        fprintf(js->out,
                "process.env.UV_THREADPOOL_SIZE = '%s'; // read at the pool's first use\n\n",
                js->program->workers);
    if (!page) {
        put_pieces(js, modules, ARRAY_SIZE(modules));
        putc('\n', js->out);
    }
    put_first(js);
    put_pieces(js, plain_helpers, ARRAY_SIZE(plain_helpers));
    if (page)
        put_pieces(js, browser_helpers, ARRAY_SIZE(browser_helpers));
    else
        put_pieces(js, node_helpers, ARRAY_SIZE(node_helpers));
    if (js->needs & NEED_WORK) /* before the scenario, since each takes its time */
        fprintf(js->out, "const sleepers = Array.from({ length: world ? 0 : %u }, sleeper);\n",
                js->jobs);
    put_pieces(js, pair_helpers, ARRAY_SIZE(pair_helpers));
    put_clock(js);
    put_variables(js);
}
