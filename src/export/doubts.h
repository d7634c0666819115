/* doubts.h - the steps that may act on what does not exist yet.
 * Who may be called when is known only to the run, so a step in one callback may name what another
 * callback makes. There the host looks, and a run that acts on nothing is an error; a written
 * program must look at the same places. Elsewhere it is sure without looking. */
#ifndef EXPORT_DOUBTS_H
#define EXPORT_DOUBTS_H
#include "scenario/program.h"

struct doubts {
    const struct step **step; /* by address */
    size_t count, room;
};

void doubts_find(struct doubts *d, const struct program *p);
void doubts_release(struct doubts *d);
/* Of a step that makes something the doubt is about what it is made from. */
bool doubts_have(const struct doubts *d, const struct step *s);
uint32_t doubts_name(const struct step *s); /* the name that such a step acts on; 0 for none */
#endif
