/* baseline.h - what is known to fail on a backend, and why.
 * One file per backend, one entry a line:
 *
 *     case "errors/tick-throws" "ERR-1: the rest comes at once" [node < 11] until 2027-01-31
 *
 * A reason is never left out. The condition says for which profiles the entry holds,
 * the date from when on it no longer does. `sometimes` before them is for a backend
 * whose order hangs on chance: such a case may fail and may pass. Who must fail and
 * does not, or fails and is not known, is the runner's to judge: this is the file. */
#ifndef BASELINE_BASELINE_H
#define BASELINE_BASELINE_H
#include <stdbool.h>
#include <stddef.h>
#include "base/diag.h"
#include "base/mem.h"
#include "profile/profile.h"

/* What `baseline update` writes before a reason that nobody has thought about yet. */
#define BASELINE_UNEXPLAINED "unexplained: "

struct baseline_entry {
    const char *name; /* of the case */
    const char *reason;
    const char *until; /* "2027-01-31": the first day on which it has expired; NULL for none */
    bool sometimes;
    struct condition condition; /* of no terms where it holds for every profile */
    struct location at;         /* of the name; the file is borrowed from the baseline */
};

struct baseline {
    struct arena arena; /* owns the texts */
    const char *file;
    char *source;
    size_t length;
    struct baseline_entry *entry; /* as they stand in the file */
    size_t count, room;
};

/* Read a file; one that does not exist is an empty baseline if `optional`. NULL with
 * `*d`: what is misspelt, a case given twice for one profile, a date that is none. */
struct baseline *baseline_read(const char *path, bool optional, struct diag *d);
/* The same from a text, of which a copy is kept. */
struct baseline *baseline_parse(const char *path, const char *source, size_t length,
                                struct diag *d);
void baseline_free(struct baseline *b); /* NULL is fine */

/* The entry of this case that holds for the profile, or NULL. */
const struct baseline_entry *baseline_find(const struct baseline *b, const char *name,
                                           const struct profile *p);
/* Is there an entry of this case for any profile? */
bool baseline_names(const struct baseline *b, const char *name);
/* `today` is spelled as `until` is. */
bool baseline_has_expired(const struct baseline_entry *e, const char *today);
/* Has nobody written its reason yet? */
bool baseline_is_unexplained(const struct baseline_entry *e);

/* Fill `*d` with an error at the entry, quoted; -1: (hint, format, ...). */
#define baseline_error(b, e, d, ...) diag_quoted(d, (b)->source, (b)->length, (e)->at, __VA_ARGS__)

/* The line of an entry, with its newline; owned by the caller. */
char *baseline_print(const struct baseline_entry *e);
/* The text of the file without the entries for which `drop` says so, and with `fresh`
 * behind it. Comments stay where they are. Owned by the caller. */
char *baseline_edit(const struct baseline *b, const bool *drop, const struct baseline_entry *fresh,
                    size_t fresh_count);
#endif
