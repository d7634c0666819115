/* js_help.c - the parts of the written program around the steps: help/js.txt, and help/page.txt. */
#include "export/js_inside.h"

#include "base/include_text.h"

INCLUDE_TEXT("export_js_help", TEXT_OF("src/export/help/js.txt"));
INCLUDE_TEXT("export_page_help", TEXT_OF("src/export/help/page.txt"));
extern const char export_js_help[], export_page_help[];

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

const struct language js_language = { .indent = 2, .help = export_js_help, .reserved = RESERVED };

/* Likewise for a page, with what a script cannot declare again. */
const struct language js_page_language = { .indent = 2,
                                           .help = export_page_help,
                                           .reserved = RESERVED
                                           "addEventListener cancelAnimationFrame console document "
                                           "location requestAnimationFrame top window" };
