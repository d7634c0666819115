/* maybe_missing.h - finds steps that may act on an object that does not exist yet. The order of
 * callbacks is known only at run time, so a step in one callback may name what another callback
 * makes. The host checks this at run time, and a missing object is an error. A written program must
 * check at the same places, and only there. */
#ifndef EXPORT_MAYBE_MISSING_H
#define EXPORT_MAYBE_MISSING_H
#include "scenario/program.h"

struct maybe_missing {
    const struct step **step; /* sorted by address */
    size_t count, room;
};

void maybe_missing_find(struct maybe_missing *d, const struct program *p);
void maybe_missing_release(struct maybe_missing *d);
/* May the object that the step acts on, or is made from, be missing? */
bool maybe_missing_has(const struct maybe_missing *d, const struct step *s);
uint32_t maybe_missing_name(const struct step *s); /* the name that the step depends on; 0: none */
#endif
