/* script.h - a scenario written in JavaScript: for rules about one runtime's API,
 * which the scenario language has no word for.
 *
 *     // title "a socket's close event comes after its end event"
 *     // rules CLOSE-15
 *     // layer node
 *
 *     const socket = ...
 *     socket.on('end', () => log('end'));
 *
 * The head is the comment lines at the top of the file, each a header line as in a
 * program. What follows is for a runtime; here only its calls of `log` are looked
 * for, so that a label which nothing logs is found before anything runs. A script
 * is built once and never changed. */
#ifndef SCENARIO_SCRIPT_H
#define SCENARIO_SCRIPT_H
#include "scenario/program.h"
#include "trace/labels.h"

enum script_use {
    SCRIPT_LOGS = 1,  /* log("label") */
    SCRIPT_VALUE = 2, /* log("label", value) */
};

struct script {
    struct program head;       /* its header lines and the arena of everything; it has no steps */
    const char *body;          /* the text after the head, as written */
    struct label_table labels; /* the string literals that it logs */
    uint8_t *use;              /* by label: SCRIPT_LOGS and SCRIPT_VALUE bits */
    size_t use_count, use_room;
    bool computes; /* it also logs labels that are no literals, so any label may come */
};

/* NULL with `*d` filled in: place, line, caret, hint. Title, rules and layer are
 * required, `needs` is optional; a script that never logs is an error. */
struct script *script_parse(const char *file, const char *source, size_t length, struct diag *d);
/* Parse the head alone; the script has neither body nor labels. */
struct script *script_parse_head(const char *file, const char *source, size_t length,
                                 struct diag *d);
void script_free(struct script *s); /* NULL is fine */

/* The head in canonical form and the rest unchanged; owned by the caller. */
char *script_print(const struct script *s);

/* Inner to script*.c: find each call of log() in `source`, from byte `from` on. */
int script_find_logs(struct script *s, const char *file, const char *source, size_t length,
                     size_t from, struct diag *d);
#endif
