/* agenda.h - what the world itself is to do at an instant: a descriptor becomes ready,
 * a signal comes. sched.h has the calls by which it is asked for. Inner to this folder.
 *
 * Things for one instant are done in the order in which they were asked for. Where
 * a schedule may have another order, those about one and the same object keep theirs. */
#ifndef WORLD_AGENDA_H
#define WORLD_AGENDA_H
#include <stdint.h>

void agenda_clear(void);
uint64_t agenda_next_ns(void);
uint64_t agenda_last_ns(void); /* 0 for none */ /* or SCHED_NEVER */
/* In how many ways to go on with what is due: one for each object. */
unsigned agenda_ways(uint64_t now_ns);
/* Do one thing that is due. Way 0 is the oldest of all, further ways are the oldest of
 * their objects, in the order in which they were asked for. */
void agenda_do(uint64_t now_ns, unsigned way);
#endif
