/* rival.c - the threads that could go on as well as the one that usually would: what a schedule
 * chooses from. */
#include "world/sched.h"

#include "world/agenda.h"
#include "world/world.h"

/* A descriptor becomes ready, and a job ends, at an unknown moment within its instant: the loop may
 * look before or after. That the loop's own thread was busy until this instant leaves nothing
 * open. */
bool rival_is_open(const struct thread *t)
{
    bool for_descriptors = t->wait.peek && t->wait.interruptible;
    return for_descriptors || (!t->wait.peek && t != &sched.thread[0]);
}

static bool would_end(const struct sched_wait *wait)
{
    return wait->until_ns <= sched_instant_ns || (wait->peek && wait->peek(wait->arg));
}

/* May a schedule let this thread go first? Not if it is about to check a wait that is not over: it
 * would park again, and nothing would differ. */
static bool may_be_first(const struct thread *t)
{
    if (t->state == STATE_WAITING)
        return rival_is_open(t) && would_end(&t->wait);
    if (t->state != STATE_RUNNABLE)
        return false;
    return t->looking ? would_end(&t->wait) : t->open;
}

/* Of the runnable threads without an open choice, the oldest stands for all: workers that are woken
 * for a queue are alike. */
static const struct thread *oldest_called(void)
{
    const struct thread *oldest = NULL;
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE && !t->looking && !t->open &&
            (!oldest || t->ticket < oldest->ticket))
            oldest = t;
    }
    return oldest;
}

/* Find the threads that can go on instead of `usual`, in the order of their start. */
static unsigned find_rivals(const struct thread *usual, struct thread *rival[THREADS_MAX])
{
    unsigned count = 0;
    const struct thread *called = oldest_called();
    for (size_t i = 0; i < sched.thread_count; i++) {
        struct thread *t = &sched.thread[i];
        if (t != usual && (t == called || may_be_first(t)))
            rival[count++] = t;
    }
    return count;
}

/* Can no thread go before the world has done all that is due at this instant? */
static bool is_world_alone(void)
{
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE || (t->state == STATE_WAITING && rival_is_open(t)))
            return false;
    }
    return true;
}

struct thread *rival_choose(struct thread *usual)
{
    struct thread *rival[THREADS_MAX];
    if (!world_is_explored() || !usual || !may_be_first(usual))
        return usual;
    unsigned count = find_rivals(usual, rival);
    unsigned n = world_choose_among(WORLD_TURN, 1 + count, alike_rivals(usual, rival, count, 1));
    return n > 0 ? rival[n - 1] : usual;
}

struct thread *rival_choose_action(unsigned *action)
{
    struct thread *rival[THREADS_MAX];
    unsigned ways = agenda_ways(sched_instant_ns), count = find_rivals(NULL, rival);
    uint64_t alike = is_world_alone() ? agenda_alike(sched_instant_ns)
                                      : alike_rivals(NULL, rival, count, ways);
    *action = world_choose_among(WORLD_TURN, ways + count, alike);
    return *action < ways ? NULL : rival[*action - ways];
}
