/* js_inside.h - the tables of the JavaScript export. Inner to this folder. */
#ifndef EXPORT_JS_INSIDE_H
#define EXPORT_JS_INSIDE_H
#include "export/write_inside.h"

/* A word of layer node or browser. The call is a template, whose values are those of js.c. */
struct js_word {
    const char *call;
    const char *clear; /* the function that `clear` calls with what it made */
    bool takes_error;  /* its callback does */
    bool comes_again;  /* its callback may be called any number of times */
};

extern const struct js_word js_words[STEP_KIND_COUNT];
extern const char *const js_observes[OBSERVE_COUNT]; /* the call of an `observe` */
/* What `on` says: as the process calls it, and as a page does. */
extern const char *const js_events[EVENT_COUNT][2];
extern const struct language js_language, js_page_language;

/* Lines of a program that begins again if it was not run as a main script. */
#define JS_RESTART                                                                     \
    "// Begin again as a main script: `node -` runs this in a callback of its loop.\n" \
    "if (__filename === '[stdin]')\n"                                                  \
    "  process.exit(require('child_process').spawnSync(\n"                             \
    "    process.execPath, ['-e', process._eval], { stdio: 'inherit' }).status);\n"
#endif
