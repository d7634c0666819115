/* scenario.h - what a case runs: a program in the scenario language (.loop), or a
 * script in JavaScript (.js) where the rule is about one runtime's API. What the
 * two have alike is told here; the rest is told by the one that it is. */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H
#include "profile/profile.h"
#include "scenario/program.h"
#include "scenario/script.h"
#include "trace/labels.h"

struct scenario {
    struct program *program; /* this or the other; NULL both if there is none yet */
    struct script *script;
    /* Borrowed from it. */
    const char *title;
    const char *const *rule;
    uint32_t rule_count;
    enum program_layer layer;
    bool exact_time, real_clock, file_pool; /* among its needs */
    struct labels labels;
    /* Whose loops its rules are about, as the catalogue has it: FAMILY_BIT()s. Until
     * somebody has looked, libuv's. */
    uint64_t families;
};

/* The bytes of ".loop" or ".js" at the end of a path; 0 if it ends in neither. */
size_t scenario_suffix(const char *path);

/* Parse by the file's suffix: a program unless it is ".js". -1 with `*d`; then it is
 * empty and needs no release. */
int scenario_parse(struct scenario *s, const char *file, const char *source, size_t length,
                   struct diag *d);
/* One of this program, which it takes. */
void scenario_init(struct scenario *s, struct program *p);
void scenario_release(struct scenario *s); /* an empty one is fine */

/* The callbacks after which its run is cut; 0 for the common limit. */
uint32_t scenario_budget(const struct scenario *s);

/* The canonical text, owned by the caller. */
char *scenario_print(const struct scenario *s);
#endif
