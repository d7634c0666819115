/* js_words.c - how each word of layers node and browser is written in JavaScript: one row per
 * word. */
#include "export/js_inside.h"

const struct js_word js_words[STEP_KIND_COUNT] = {
    [STEP_TIMEOUT] = { "= setTimeout($callback, $delay);\n", .clear = "clearTimeout" },
    [STEP_INTERVAL] = { "= setInterval($callback, $delay);\n", .clear = "clearInterval",
                        .comes_again = true },
    [STEP_IMMEDIATE] = { "= setImmediate($callback);\n", .clear = "clearImmediate" },
    [STEP_FRAME] = { "= requestAnimationFrame($callback);\n", .clear = "cancelAnimationFrame" },
    [STEP_TICK] = { "= process.nextTick($callback);\n" },
    [STEP_MICROTASK] = { "= queueMicrotask($callback);\n" },
    [STEP_STAT] = { "[block]= fs.stat('/', $callback);\n[!block]= fs.statSync('/');\n",
                    .takes_error = true },
    [STEP_READ_FILE] = { "= fs.readFile('/etc/passwd', $callback);\n", .takes_error = true },
    [STEP_LOOKUP] = { "= dns.lookup('localhost', $callback);\n", .takes_error = true },
    [STEP_WORK] = { "= work($ms, $callback);\n", .takes_error = true },
    /* Without a name it is made and given its time in one statement. */
    [STEP_POLL] = { "[ms][!name]readyAfter(poll($callback), $ms);\n"
                    "[ms][name]= poll($callback);\n"
                    "[ms][name]readyAfter($name, $ms);\n"
                    "[!ms]= poll($callback);\n",
                    .comes_again = true },
    [STEP_SOCKET] = { "= socket();\n" },
    [STEP_REJECT] = { "= Promise.reject(new Error('rejected by the scenario'));\n" },

    [STEP_AGAIN] = { "$again\n" },
    [STEP_CLOSE] = { "[block]$name.on('close', $callback);\n$name.destroy();\n" },
    [STEP_REF] = { "$name.ref();\n" },
    [STEP_UNREF] = { "$name.unref();\n" },
    [STEP_REFRESH] = { "$name.refresh();\n" },
    [STEP_CLEAR] = { "$clear($name);\n" },
    [STEP_READY] = { "[ms]readyAfter($name, $ms);\n[!ms]ready($name);\n" },
    [STEP_DRAIN] = { "drain($name);\n" },
    [STEP_CATCH] = { "$name.catch($callback);\n" },

    [STEP_PROMISE] = { "Promise.resolve()$chain;\n" },
    [STEP_FLOW] = { "(async $callback)();\n" },
    [STEP_AWAIT] = { "await resolved;\n" },
    [STEP_ON] = { "[page]addEventListener('$event', $callback);\n"
                  "[!page]process.on('$event', $callback);\n",
                  .comes_again = true },
    [STEP_THROW] = { "throw new Error('thrown by the scenario');\n" },
    [STEP_EXIT] = { "process.exit();\n" },

    [STEP_LOG] = { "log($labels);\n" },
    [STEP_OBSERVE] = { "$observation\n" },
    [STEP_BUSY] = { "busy($ms);\n" },
    [STEP_REPEAT] = { "for (let $i = 0; $i < $count; $i++) {\n$body\n}\n" },
    [STEP_FIRST] = { "if ($reached++ < $count) {\n"
                     "$body\n"
                     "[otherwise]} else {\n"
                     "[otherwise]$else\n"
                     "}\n" },
};

const char *const js_observes[OBSERVE_COUNT] = {
    [OBSERVE_NOW] = "log(`$label = ${now()}`);\n",
    [OBSERVE_CODE] = "log(`$label = ${code}`);\n",
    [OBSERVE_STATUS] =
        "[error]log(`$label = ${err ? err.code : 0}`);\n[!error]log('$label = 0');\n",
};

const char *const js_events[EVENT_COUNT][2] = {
    [EVENT_UNCAUGHT] = { "uncaughtException", "error" },
    [EVENT_REJECTION] = { "unhandledRejection", "unhandledrejection" },
    [EVENT_HANDLED] = { "rejectionHandled" },
    [EVENT_BEFORE_EXIT] = { "beforeExit" },
    [EVENT_EXIT] = { "exit" },
};
