/* loops.h - loops that a catalogue declares besides those that are known here. Each has a name and
 * the versions that its rules tell apart, so it has profiles: my-loop-1.4. */
#ifndef PROFILE_LOOPS_H
#define PROFILE_LOOPS_H
#include "profile/profile.h"

struct own_loop {
    const char *name;
    const struct version *version; /* from old to new, at least one */
    const char *const *profile;    /* the name of each: "my-loop-1.4" */
    size_t version_count;
    struct location at;
};

/* The loop with number i is family FAMILY_COUNT + i. */
enum { LOOPS_MAX = 64 - FAMILY_COUNT };
struct loops {
    struct own_loop item[LOOPS_MAX];
    size_t count;
};

/* The number of the loop of this name, from FAMILY_COUNT on; -1 if none was declared. `loops` may
 * be NULL, here and below. */
int loops_find(const struct loops *loops, const char *name);

/* Is this a name for a loop: one that no other subject of a condition has, and that is no profile
 * of another? */
bool loops_may_name(const char *name);

/* "my-loop", which stands for its newest version, or "my-loop-1.4"; false if it is neither. */
bool loops_parse_profile(const struct loops *loops, const char *text, struct profile *out);
struct profile loops_profile(const struct loops *loops, int family, struct version version);
#endif
