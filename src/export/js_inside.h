/* js_inside.h - the tables of the JavaScript export. Inner to this folder. */
#ifndef EXPORT_JS_INSIDE_H
#define EXPORT_JS_INSIDE_H
#include "export/write_inside.h"

/* How a word of layer node or browser is written. The call is a template; js.c has its values. */
struct js_word {
    const char *call;
    const char *clear; /* the function that `clear` calls with the object */
    bool takes_error;  /* its callback has an error argument */
    bool comes_again;  /* its callback may be called several times */
};

extern const struct js_word js_words[STEP_KIND_COUNT];
extern const char *const js_observes[OBSERVE_COUNT]; /* the call of an `observe` */
/* Names of events for `on`: in a process, and in a page. */
extern const char *const js_events[EVENT_COUNT][2];
extern const struct language js_language, js_page_language;

/* Lines for a program that starts again if it was not run as a main script. */
#define JS_RESTART                                                                     \
    "// Begin again as a main script: `node -` runs this in a callback of its loop.\n" \
    "if (__filename === '[stdin]')\n"                                                  \
    "  process.exit(require('child_process').spawnSync(\n"                             \
    "    process.execPath, ['-e', process._eval], { stdio: 'inherit' }).status);\n"
#endif
