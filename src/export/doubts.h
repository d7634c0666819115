/* doubts.h - finds steps that may act on an object that does not exist yet. The order of callbacks
 * is known only at run time, so a step in one callback may name what another callback makes. The
 * host checks this at run time, and a missing object is an error. A written program must check at
 * the same places, and only there. */
#ifndef EXPORT_DOUBTS_H
#define EXPORT_DOUBTS_H
#include "scenario/program.h"

struct doubts {
    const struct step **step; /* sorted by address */
    size_t count, room;
};

void doubts_find(struct doubts *d, const struct program *p);
void doubts_release(struct doubts *d);
/* If the step makes something, the doubt is about what it is made from. */
bool doubts_have(const struct doubts *d, const struct step *s);
uint32_t doubts_name(const struct step *s); /* the name that the step depends on; 0: none */
#endif
