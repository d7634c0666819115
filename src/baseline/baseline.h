/* baseline.h - a baseline: which cases are known to fail on a backend, and why. One file per
 * backend, one entry per line:
 *
 *     case "errors/tick-throws" "ERR-1: the rest comes at once" [node < 11] until 2027-01-31
 *
 * The reason is required. The condition limits the entry to some profiles; the date is the day on
 * which it expires. `sometimes` before them is for a backend whose order depends on chance: such a
 * case may fail or pass. This module only reads and edits the file; the runner compares results
 * with it. */
#ifndef BASELINE_BASELINE_H
#define BASELINE_BASELINE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "base/mem.h"
#include "profile/profile.h"

/* What `baseline update` writes before a reason that nobody has examined yet. */
#define BASELINE_UNEXPLAINED "unexplained: "

struct baseline_entry {
    const char *name; /* of the case */
    const char *reason;
    const char *until; /* "2027-01-31": the first day on which it has expired; NULL: never */
    bool sometimes;
    struct condition condition; /* without terms: holds for every profile */
    struct location at;         /* of the name; `file` is borrowed from the baseline */
};

struct baseline {
    struct arena arena; /* owns the texts */
    const char *file;
    char *source;
    size_t length;
    struct baseline_entry *entry; /* in the order of the file */
    size_t count, room;
};

/* Read a file; if `optional`, a missing one is an empty baseline. NULL with `*d`: a syntax error,
 * two entries of a case for one profile, an invalid date. */
struct baseline *baseline_read(const char *path, bool optional, struct diag *d);
/* As baseline_read(), from a text, which is copied. */
struct baseline *baseline_parse(const char *path, const char *source, size_t length,
                                struct diag *d);
void baseline_free(struct baseline *b); /* NULL is fine */

/* The entry of this case that holds for the profile, or NULL. */
const struct baseline_entry *baseline_find(const struct baseline *b, const char *name,
                                           const struct profile *p);
/* Is there an entry of this case for any profile? */
bool baseline_names(const struct baseline *b, const char *name);
/* `today` is written like `until`. */
bool baseline_has_expired(const struct baseline_entry *e, const char *today);
/* Does the reason still begin with BASELINE_UNEXPLAINED? */
bool baseline_is_unexplained(const struct baseline_entry *e);

/* Fill `*d` with an error at the entry's line and return -1: (hint, format, ...). */
#define baseline_error(b, e, d, ...) diag_quoted(d, (b)->source, (b)->length, (e)->at, __VA_ARGS__)

/* The line of an entry, with its newline. Owned by the caller. */
char *baseline_print(const struct baseline_entry *e);
/* The text of the file without the entries marked in `drop`, and with the entries `fresh` appended.
 * Comments stay where they are. Owned by the caller. */
char *baseline_edit(const struct baseline *b, const bool *drop, const struct baseline_entry *fresh,
                    size_t fresh_count);
#endif
