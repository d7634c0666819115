/* mutants.h - the loop and the hosts with mistakes in them, one at a time.
 *
 * A mutant is a small change of src/loop or src/host that breaks a rule, written down in
 * a table beside this file as old text and new text. The sources themselves know nothing
 * of it. When the program is built they are woven (weave.awk) and compiled a second time,
 * with all mutants in them: that second loop and host, of which only the three names below
 * can be seen from outside, ask at each place that a mutant changes whether it is at work.
 * So the loop reads as if there were no mutants, and runs so.
 *
 * A suite that is worth its name kills each of them: a case that names the broken rule
 * does not pass. */
#ifndef MUTANTS_MUTANTS_H
#define MUTANTS_MUTANTS_H
#include <stddef.h>
#include "base/diag.h"
#include "host/host.h"

enum { MUTANT_RULES_MAX = 6 };

struct mutant {
    const char *name;                   /* as spelled in reference:mutant=NAME */
    const char *rule[MUTANT_RULES_MAX]; /* that it breaks; NULL behind the last */
    const char *profile;                /* in which it shows; NULL: in the newest */
    const char *does;                   /* a sentence */
    const char *change;                 /* a source, "- old" and "+ new", as often as it takes */
};

/* What has no mutant, and why: a rule that must hold and that none breaks, or a case that
 * kills none of those which break its rules. */
struct mutant_reason {
    const char *what, *reason;
};

extern const struct mutant mutant_table[];
extern const size_t mutant_table_count;
extern const struct mutant_reason mutant_spares[]; /* rules */
extern const size_t mutant_spare_count;
extern const struct mutant_reason mutant_idles[]; /* cases */
extern const size_t mutant_idle_count;

/* "none" is the control, with no mutant at work: `*out` is NULL then. -1 with `*d` for
 * any other name that is not in the table. */
int mutant_find(const char *name, const struct mutant **out, struct diag *d);

/* Put one to work in this process, or none; before anything runs. */
void mutant_choose(const struct mutant *m);

/* The woven twins of host_run() and of the reference loop. They go with each other. */
_Noreturn void mutant_host_run(const struct host_config *config);
void mutant_host_play(const struct host_config *config);
extern const struct loop_backend mutant_backend_reference;
#endif
