/* alike.c - what a schedule need not choose: ways that lead to the same as others, and states of the
 * world that are the same. */
#include "world/sched.h"

#include "world/agenda.h"
#include "world/inside.h"
#include "world/world.h"

/* Is the thread still where it began to wait? */
static bool is_in_wait(const struct thread *t)
{
    return t->state == STATE_WAITING || (t->state == STATE_RUNNABLE && t->open && !t->looking);
}

static bool are_alike(const struct thread *a, const struct thread *b)
{
    return a->wait.kind && a->wait.kind == b->wait.kind && a->wait.until_ns == b->wait.until_ns &&
           is_in_wait(a) && is_in_wait(b);
}

/* How many threads became runnable before it. */
static uint64_t rank_of(const struct thread *t)
{
    uint64_t rank = 0;
    for (size_t i = 0; i < sched.thread_count; i++)
        rank += sched.thread[i].state == STATE_RUNNABLE && sched.thread[i].ticket < t->ticket;
    return rank;
}

/* Threads that wait for a call, or that are busy with the same kind of job, are all the same. */
static uint64_t state_of(const struct thread *t)
{
    uint64_t number = (uint64_t)(t - sched.thread);
    uint64_t hash = sched_mix(1, t->state | (unsigned)t->looking << 8 | (unsigned)t->open << 9);
    bool is_idle = t->state == STATE_WAITING && t->wait.until_ns == SCHED_NEVER && !t->wait.peek;
    if (number == 0 || !(is_idle || (is_in_wait(t) && t->wait.kind)))
        hash = sched_mix(hash, number);
    if (is_in_wait(t) && t->wait.until_ns != SCHED_NEVER)
        hash = sched_mix(hash, t->wait.until_ns - sched.began_ns);
    if (is_in_wait(t))
        hash = sched_mix(hash, (uintptr_t)t->wait.kind);
    return t->state == STATE_RUNNABLE ? sched_mix(hash, rank_of(t)) : hash;
}

uint64_t world_state(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < sched.thread_count; i++)
        sum += state_of(&sched.thread[i]);
    return agenda_state(sched_mix(sum, sched_instant_ns - sched.began_ns));
}

uint64_t world_news(void)
{
    return sched.news;
}

/* If it is all the same when the loop goes, it is offered an early look once in an instant: a loop
 * that is broken may show it there. */
static bool is_same_later(const struct thread *t, const struct thread *usual)
{
    const struct thread *loop = &sched.thread[0];
    if (!world_is_loop_patient() || (t != loop && usual != loop))
        return false;
    bool was_offered = sched.offered_ns == sched_instant_ns;
    sched.offered_ns = sched_instant_ns;
    return was_offered;
}

uint64_t alike_rivals(const struct thread *usual, struct thread *const rival[], unsigned count,
                      unsigned way)
{
    uint64_t alike = 0, others = 0;
    for (unsigned i = 0; i < count; i++) {
        bool is_alike = is_same_later(rival[i], usual) || (usual && are_alike(rival[i], usual));
        for (unsigned k = 0; k < i && !is_alike; k++)
            is_alike = are_alike(rival[i], rival[k]);
        *(is_alike ? &alike : &others) |= world_way(way + i);
    }
    return alike & ~others;
}
