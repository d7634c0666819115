/* A node or browser program becomes JavaScript that does the same with the platform's own calls. It
 * contains nothing that it does not use, and no name clashes with the language. runner/t runs it to
 * test that it prints the right order. */
#include "export/js.h"

#include <stdlib.h>
#include <string.h>

#include "export/js_inside.h"
#include "export/sample_test.h"
#include "scenario/words.h"

static char *export_source(const char *source, struct diag *d)
{
    return export_by(export_js, source, d);
}

static char *export_steps(const char *steps)
{
    return export_steps_by(export_js, "node", steps);
}

/* ---- a whole program, as it is pasted into a report ---- */

static void test_whole(void)
{
    struct diag d = { 0 };
    char *text = export_source("# From the guide.\n"
                               "title \"the tick queue is emptied before promise reactions\"\n"
                               "rules TICK-1 MICRO-3\n"
                               "layer node\n"
                               "\n"
                               "t = timeout 0ms { log timeout }\n"
                               "promise { log promise }\n"
                               "\n"
                               "# The name misleads.\n"
                               "tick { log tick; clear t }  # at once\n"
                               "log end\n",
                               &d);
    is(text,
       "// the tick queue is emptied before promise reactions\n"
       "//\n"
       "// From the guide.\n"
       "// Rules: TICK-1 MICRO-3\n"
       "// Run: node FILE, or bun FILE, or deno run -A FILE.cjs\n"
       "// It prints its labels one a line, in the order of the logs.\n"
       "'use strict';\n"
       "\n"
       "// Begin again as a main script: `node -` runs this in a callback of its loop.\n"
       "if (__filename === '[stdin]')\n"
       "  process.exit(require('child_process').spawnSync(\n"
       "    process.execPath, ['-e', process._eval], { stdio: 'inherit' }).status);\n"
       "\n"
       "const fs = require('fs');\n"
       "\n"
       "const log = (label) => fs.writeSync(1, `${label}\\n`);\n"
       "\n"
       "const t = setTimeout(() => log('timeout'), 0);\n"
       "Promise.resolve().then(() => log('promise'));\n"
       "\n"
       "// The name misleads.\n"
       "process.nextTick(() => {\n"
       "  log('tick');\n"
       "  clearTimeout(t);\n"
       "}); // at once\n"
       "log('end');\n",
       "a program is its head, what it needs, and its steps with their comments");
    free(text);
}

/* ---- every word ---- */

static const struct {
    const char *steps, *written;
} words[] = {
    { "timeout 1.9ms { log a }", "setTimeout(() => log('a'), 1.9);\n" },
    { "timeout 1000001ns { log a }", "log('a'), 1.000001);\n" },
    { "timeout 2147483648ms { log a }", "log('a'), 2147483648);\n" },
    { "interval 5ms { log a }", "setInterval(() => log('a'), 5);\n" },
    { "immediate { }", "setImmediate(() => {});\n" },
    { "tick { log a }", "process.nextTick(() => log('a'));\n" },
    { "microtask { log a }", "queueMicrotask(() => log('a'));\n" },
    { "microtask { log a }", "const queueMicrotask = global.queueMicrotask ||" },
    { "promise { log a } then { tick { log b } } then { log c }",
      "Promise.resolve()\n"
      "  .then(() => log('a'))\n"
      "  .then(() => {\n"
      "    process.nextTick(() => log('b'));\n"
      "  })\n"
      "  .then(() => log('c'));\n" },
    { "flow { log a; await; log b }", "(async () => {\n"
                                      "  log('a');\n"
                                      "  await resolved;\n"
                                      "  log('b');\n"
                                      "})();\n" },
    { "flow { await }", "const resolved = Promise.resolve();\n" },
    { "stat { log a }", "fs.stat('/', () => log('a'));\n" },
    { "stat", "fs.statSync('/');\n" },
    { "lookup 5ms { log a }", "dns.lookup('localhost', () => log('a'));\n" },
    { "lookup 5ms { observe status }", "const dns = require('dns');\n" },
    { "stat { observe status }", "(err) => log(`status = ${err ? err.code : 0}`));\n" },
    { "stat { first 1 { repeat 2 { observe status } } }", "fs.stat('/', (err) => {\n" },
    { "stat { tick { observe status } }",
      "fs.stat('/', () => {\n  process.nextTick(() => log('status = 0'));\n" },
    { "read-file { log a }", "fs.readFile('/etc/passwd', () => log('a'));\n" },
    { "work 95ms { observe status }", "work(95, (err) => log(`status" },
    { "work 95ms", "work(95, () => {});\n" },
    { "repeat 3 { work 1ms }",
      "const sleepers = Array.from({ length: world ? 0 : 3 }, sleeper);\n" },
    { "workers 2\nwork 1ms", "process.env.UV_THREADPOOL_SIZE = '2';" },
    { "reject", "\nPromise.reject(new Error('rejected by the scenario'));\n" },
    { "r = reject; tick { catch r { log a } }", "const r = Promise.reject(" },
    { "r = reject; tick { catch r { log a } }", "r.catch(() => log('a'));\n" },
    { "on uncaught { log a }", "process.on('uncaughtException', () => log('a'));\n" },
    { "on rejection { log a }", "process.on('unhandledRejection', () => log('a'));\n" },
    { "on handled { log a }", "process.on('rejectionHandled', () => log('a'));\n" },
    { "on before-exit { log a }", "process.on('beforeExit', () => log('a'));\n" },
    { "on exit { observe code }", "process.on('exit', (code) => log(`code = ${code}`));\n" },
    { "tick { throw }", "throw new Error('thrown by the scenario');\n" },
    { "exit", "\nprocess.exit();\n" },
    { "t = timeout 1ms { log a }; clear t", "clearTimeout(t);\n" },
    { "t = interval 1ms { clear t }", "clearInterval(t);\n" },
    { "t = immediate { log a }; clear t", "clearImmediate(t);\n" },
    { "t = timeout 1ms { refresh t }", "t.refresh();\n" },
    { "t = timeout 1ms { log a }; unref t; ref t", "t.unref();\nt.ref();\n" },
    { "s = socket; close s", "withPairs(1, () => {\n  const s = socket();\n  s.destroy();\n});\n" },
    { "s = socket; close s { log a }", "  s.on('close', () => log('a'));\n  s.destroy();\n" },
    { "p = poll readable after 5ms { drain p; close p }",
      "  const p = poll(() => {\n    drain(p);\n    p.destroy();\n  });\n  readyAfter(p, 5);\n" },
    { "poll readable after 5ms { exit }",
      "  readyAfter(poll(() => {\n    process.exit();\n  }), 5);\n" },
    { "p = poll readable { log a }; ready p; ready p after 2.5ms",
      "  ready(p);\n  readyAfter(p, 2.5);\n" },
    { "k = tick { log a; again k }", "\n"
                                     "const k = () => {\n"
                                     "  log('a');\n"
                                     "  process.nextTick(k);\n"
                                     "};\n"
                                     "process.nextTick(k);\n" },
    { "m = microtask { log a }; tick { again m }",
      "const m = () => log('a');\nqueueMicrotask(m);\nprocess.nextTick(() => {\n"
      "  queueMicrotask(m);\n" },
    { "i = immediate { again i }",
      "const i = () => {\n  setImmediate(i);\n};\nsetImmediate(i);\n" },
    { "t = timeout 1.5ms { again t }",
      "const t = () => {\n  setTimeout(t, 1.5);\n};\nsetTimeout(t, 1.5);\n" },
    { "t = timeout 1ms { again t; unref t }", "let t;\n\n"
                                              "const tCallback = () => {\n"
                                              "  t = setTimeout(tCallback, 1);\n"
                                              "  t.unref();\n"
                                              "};\n"
                                              "t = setTimeout(tCallback, 1);\n" },
    { "tick { k = tick { again k } }", "let k;\n\n"
                                       "process.nextTick(() => {\n"
                                       "  k = () => {\n"
                                       "    process.nextTick(k);\n"
                                       "  };\n"
                                       "  process.nextTick(k);\n"
                                       "});\n" },
    { "t = timeout 1ms { log a }; t = timeout 2ms { again t }", "let t, tDelay;\n\n"
                                                                "t = () => log('a');\n"
                                                                "tDelay = 1;\n"
                                                                "setTimeout(t, tDelay);\n"
                                                                "t = () => {\n"
                                                                "  setTimeout(t, tDelay);\n"
                                                                "};\n"
                                                                "tDelay = 2;\n"
                                                                "setTimeout(t, tDelay);\n" },
    { "k = tick { work 1ms; again k }", "Array.from({ length: world ? 0 : 16 }, sleeper);\n" },
    { "busy 10ms", "\nbusy(10);\n" },
    { "log a b", "\nlog('a', 'b');\n" },
    { "observe now", "\nlog(`now = ${now()}`);\n" },
    { "repeat 2 { repeat 3 { log a } }", "for (let i = 0; i < 2; i++) {\n"
                                         "  for (let j = 0; j < 3; j++) {\n"
                                         "    log('a');\n"
                                         "  }\n"
                                         "}\n" },
    { "first 2 { log a } else { log b }", "let reached = 0;\n\n"
                                          "if (reached++ < 2) {\n"
                                          "  log('a');\n"
                                          "} else {\n"
                                          "  log('b');\n"
                                          "}\n" },
    { "budget 5\ntick { log a }", "process.nextTick(() => {\n  spend();\n  log('a');\n});\n" },
    { "budget 5\ntick { }", "let budget = 5;\n" },
};

static void test_words(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        char *text = export_steps(words[i].steps);
        if (!ok(has(text, words[i].written), "%s", words[i].steps))
            diag("%s", text);
        free(text);
    }
}

/* ---- a page ---- */

static void test_page(void)
{
    struct diag d = { 0 };
    char *text = export_source("title \"a frame comes behind microtasks\"\n"
                               "rules A-1\n"
                               "layer browser\n"
                               "needs exact-time\n"
                               "budget 9\n"
                               "workers 2\n"
                               "\n"
                               "on uncaught { log error }\n"
                               "on rejection { }\n"
                               "f = frame { log f; again f }\n"
                               "top = frame { }; clear top; clear f\n"
                               "microtask { busy 1ms }\n"
                               "r = reject; catch r { log a b }\n",
                               &d);
    is(text,
       "// a frame comes behind microtasks\n"
       "//\n"
       "// Rules: A-1\n"
       "// Run: <script src=FILE></script> in a page that is visible\n"
       "// It prints its labels to the console, in the order of the logs.\n"
       "// That order hangs on exact instants: a busy machine may show another.\n"
       "'use strict';\n"
       "\n"
       "const log = (...labels) => labels.forEach((label) => console.log(label));\n"
       "let budget = 9;\n"
       "\n"
       "// Computes for `ms`; nothing else runs meanwhile. A page may not wait.\n"
       "const busy = (ms) => {\n"
       "  const end = performance.now() + ms;\n"
       "  while (performance.now() < end);\n"
       "};\n"
       "\n"
       "// Every callback costs one; when none is left, no callback goes on.\n"
       "const spend = () => {\n"
       "  if (budget-- <= 0) throw new Error('the budget of callbacks is used up');\n"
       "};\n"
       "\n"
       "let f;\n"
       "\n"
       "addEventListener('error', () => {\n"
       "  spend();\n"
       "  log('error');\n"
       "});\n"
       "addEventListener('unhandledrejection', () => {\n"
       "  spend();\n"
       "});\n"
       "const fCallback = () => {\n"
       "  spend();\n"
       "  log('f');\n"
       "  f = requestAnimationFrame(fCallback);\n"
       "};\n"
       "f = requestAnimationFrame(fCallback);\n"
       "const top2 = requestAnimationFrame(() => {\n"
       "  spend();\n"
       "});\n"
       "cancelAnimationFrame(top2);\n"
       "cancelAnimationFrame(f);\n"
       "queueMicrotask(() => {\n"
       "  spend();\n"
       "  busy(1);\n"
       "});\n"
       "const r = Promise.reject(new Error('rejected by the scenario'));\n"
       "r.catch(() => {\n"
       "  spend();\n"
       "  log('a', 'b');\n"
       "});\n",
       "a page is a script that needs nothing of Node");
    free(text);
}

/* ---- a reaction's value counts, so that only a log is written as an expression ---- */

static void test_values(void)
{
    char *text = export_steps("promise { reject } then { flow { await } } then { log a }");
    ok(has(text, ".then(() => {\n    Promise.reject("), "a rejected promise is not returned");
    ok(has(text, ".then(() => {\n    (async"), "nor is that of a flow");
    free(text);
}

/* ---- names ---- */

static const struct {
    const char *steps, *written, *why;
} names[] = {
    { "class = timeout 1ms { clear class }", "const class2 = setTimeout", "a keyword" },
    { "fs = timeout 1ms { clear fs }", "const fs2 = setTimeout", "a module" },
    { "my-own-t = timeout 1ms { clear my-own-t }", "const myOwnT = setTimeout", "dashes" },
    { "a-b = timeout 1ms { clear a-b }; aB = timeout 1ms { clear aB }", "const aB2 = setTimeout",
      "two that come out alike" },
    { "reached = timeout 1ms { first 1 { clear reached } }", "let reached2 = 0", "a counter" },
    { "i = timeout 1ms { log a }; repeat 2 { refresh i }", "for (let j = 0; j < 2; j++) {\n  i.ref",
      "a loop's counter" },
    { "t = timeout 1ms { log a }", "\nsetTimeout(", "one that nobody uses is left out" },
    { "k = tick { log a }", "\nprocess.nextTick(() =>", "and so is a tick's" },
    { "tCallback = timeout 1ms { log a }; t = timeout 1ms { again t }; clear t; clear tCallback",
      "const tCallback2 = () =>", "a callback's" },
    { "repeat 2 { t = timeout 1ms { log a }; unref t }", "let t;\n\n",
      "one that is made several times is declared above everything" },
    { "cell = timeout 1ms { log a }; unref cell; busy 1ms", "cell = new Int32Array(",
      "the helpers keep theirs" },
    { "tick { t = timeout 1ms { log a } }; timeout 1ms { unref t }",
      "\n  made(t, 5, 't');\n  t.unref();\n", "what another makes is looked for where it is used" },
    { "tick { t = tick { log a } }; timeout 1ms { again t }",
      "\n  made(t, 5, 't');\n  process.nextTick(t);\n", "and so is a callback" },
    { "tick { t = timeout 1ms { log a }; unref t }", "\n  t = setTimeout(",
      "so is one that is made in a callback" },
    { "t = timeout 1ms { log a }; t = timeout 2ms { clear t }", "let t;\n\nt = setTimeout(",
      "and one that two steps make" },
};

static void test_names(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        char *text = export_steps(names[i].steps);
        if (!ok(has(text, names[i].written), "%s", names[i].why))
            diag("%s", text);
        free(text);
    }
}

/* ---- nothing that is not used ---- */

static void test_spareness(void)
{
    static const char *const unused[] = {
        "performance", "require('net')",    "require('os')", "childProcess", "resolved",
        "spend",       "queueMicrotask = ", "now",           "withPairs",    "let ",
    };
    char *text = export_steps("timeout 1ms { log a }");
    for (size_t i = 0; i < ARRAY_SIZE(unused); i++)
        ok(!has(text, unused[i]), "no %s", unused[i]);
    free(text);
    text = export_steps("busy 10ms");
    ok(has(text, "Atomics.wait(") && !has(text, "while (performance.now()"),
       "busy time leaves no garbage");
    free(text);
    text = export_steps("tick { }");
    ok(!has(text, "fs"), "no file system without a log");
    free(text);
    text = export_steps("s = socket; close s");
    ok(!has(text, "clock") && !has(text, "poll("), "a socket has no clock");
    free(text);
}

/* ---- text in comments ---- */

static void test_comments(void)
{
    struct diag d = { 0 };
    char *text = export_source("title \"b\u2028c\u2029d\"\nrules A-1\nlayer node\n"
                               "log x  # e\u2028f\n",
                               &d);
    ok(has(text, "// b c d\n"), "a title never ends its line");
    ok(has(text, "// e f\n"), "nor does a comment");
    free(text);
    text = export_source("title \"a\"\nrules A-1\nlayer node\nneeds exact-time\nlog x\n", &d);
    ok(has(text, "exact instants"), "an order that hangs on instants says so");
    free(text);
}

/* ---- what cannot be written in JavaScript ---- */

static void test_refusals(void)
{
    struct diag d = { 0 };
    ok(!export_source("title \"x\"\nrules A-1\ntimer 1ms { log a }\n", &d), "a core program");
    is(d.message, "a core program has no JavaScript form", "is told so");
    ok(!export_source("title \"x\"\nrules A-1\nlayer node\ntick { promise { } then {\n"
                      "    poll writable { log a } } }\n",
                      &d),
       "a writable descriptor");
    is(d.message, "'poll writable' has no JavaScript form", "is named");
    is_int(d.at.line, 5, "with its place");
}

/* ---- a row for every word ---- */

static void test_rows(void)
{
    const uint64_t hosted = LAYER_BIT(LAYER_NODE) | LAYER_BIT(LAYER_BROWSER);
    for (int i = 0; i < STEP_KIND_COUNT; i++) {
        const struct word *w = word_of((enum step_kind)i);
        ok(js_words[i].call || !(w->layers & hosted), "'%s' has a row in JavaScript", w->text);
        ok(js_words[i].clear || !(word_of(STEP_CLEAR)->takes & w->made),
           "and what `clear` calls, if it can be cleared");
    }
    for (size_t i = 0; i < OBSERVE_COUNT; i++)
        ok(js_observes[i] || !(word_choice(GROUP_OBSERVE, i)->layers & hosted), "and 'observe %s'",
           word_name(GROUP_OBSERVE, i));
    for (size_t i = 0; i < EVENT_COUNT; i++) {
        uint64_t layers = word_choice(GROUP_ON, i)->layers;
        ok((js_events[i][0] || !(layers & LAYER_BIT(LAYER_NODE))) &&
               (js_events[i][1] || !(layers & LAYER_BIT(LAYER_BROWSER))),
           "and 'on %s'", word_name(GROUP_ON, i));
    }
}

int main(void)
{
    test_rows();
    test_whole();
    test_words();
    test_page();
    test_values();
    test_names();
    test_spareness();
    test_comments();
    test_refusals();
    return done_testing();
}
