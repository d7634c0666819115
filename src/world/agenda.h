/* agenda.h - the actions of the world itself, by instant: a descriptor becomes ready, a signal
 * comes. They are requested with sched_at() (sched.h). Inner to this folder.
 *
 * Actions for one instant are done in the order of the requests. A schedule may choose another
 * order; actions about the same object keep theirs in every schedule. */
#ifndef WORLD_AGENDA_H
#define WORLD_AGENDA_H
#include <stdint.h>

void agenda_clear(void);
uint64_t agenda_next_ns(void); /* SCHED_NEVER: none */
uint64_t agenda_last_ns(void); /* 0: none */
/* How many actions can be next: one for each object that has an action due. */
unsigned agenda_ways(uint64_t now_ns);
/* Mix what is still to be done into a hash. */
uint64_t agenda_state(uint64_t hash);
/* Which ways can be left out, if nobody looks before all are done? The ends of children after the
 * first one: whoever learns of a child's end cannot see whether another child ended before it. See
 * world_way(). */
uint64_t agenda_alike(uint64_t now_ns);
/* Do one action that is due. Way 0 is the oldest of all. Further ways are the oldest of each other
 * object, in the order of the requests. */
void agenda_do(uint64_t now_ns, unsigned way);
#endif
