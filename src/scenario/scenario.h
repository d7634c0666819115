/* scenario.h - what a case runs: a program in the scenario language (.loop), or a script in
 * JavaScript (.js) if the rule is about one runtime's API. What both have in common is here. */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H
#include "profile/profile.h"
#include "scenario/program.h"
#include "scenario/script.h"
#include "trace/labels.h"

struct scenario {
    struct program *program; /* either program or script; both NULL if the scenario is empty */
    struct script *script;
    /* Borrowed from the program or script: */
    const char *title;
    const char *const *rule;
    uint32_t rule_count;
    enum program_layer layer;
    uint64_t begin_ns; /* 0: the default */
    bool is_fine;      /* some duration is, or may be, not a whole number of milliseconds */
    bool exact_time, real_clock, file_pool; /* what it needs */
    struct labels labels;
    /* The families of loops that its rules are about, by the catalogue: FAMILY_BIT()s. libuv's,
     * until the catalogue was read. */
    uint64_t families;
    const struct loops *loops; /* those that the catalogue declares; borrowed; NULL: none */
};

/* The length of the suffix ".loop" or ".js" of a path; 0 if it has neither. */
size_t scenario_suffix(const char *path);

/* Parse a script if the file's suffix is ".js", else a program. Returns -1 with `*d`; then the
 * scenario is empty and needs no release. */
int scenario_parse(struct scenario *s, const char *file, const char *source, size_t length,
                   struct diag *d);
/* As scenario_parse(), but parse the head alone. The scenario can be listed, not run. */
int scenario_parse_head(struct scenario *s, const char *file, const char *source, size_t length,
                        struct diag *d);
/* Make a scenario of this program; takes the program. */
void scenario_init(struct scenario *s, struct program *p);
void scenario_release(struct scenario *s); /* an empty one is fine */

/* The callbacks after which its run is cut short; 0: the default limit. */
uint32_t scenario_budget(const struct scenario *s);

/* The canonical text, owned by the caller. */
char *scenario_print(const struct scenario *s);
#endif
