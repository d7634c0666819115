/* rival.c - which other threads could go on instead of the usual one. A schedule chooses among
 * them. Some choices lead to the same run as others, and need not be tried. */
#include "world/sched.h"

#include "world/agenda.h"
#include "world/inside.h"
#include "world/world.h"

/* May a schedule choose when in its instant this thread goes on? A descriptor becomes ready, and a
 * job ends, at an unknown moment of the instant, so the loop may look before or after. No choice:
 * the loop's own thread was busy until this instant. */
bool rival_is_reorderable(const struct thread *t)
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
        return rival_is_reorderable(t) && would_end(&t->wait);
    if (t->state != STATE_RUNNABLE)
        return false;
    return t->is_rechecking ? would_end(&t->wait) : t->is_reorderable;
}

/* Of the runnable threads that are not reorderable, the oldest stands for all: workers that are
 * woken for a queue are alike. */
static const struct thread *oldest_runnable_rival(void)
{
    const struct thread *oldest = NULL;
    for (size_t i = 0; i < sched.thread_count; i++) {
        const struct thread *t = &sched.thread[i];
        if (t->state == STATE_RUNNABLE && !t->is_rechecking && !t->is_reorderable &&
            (!oldest || t->ticket < oldest->ticket))
            oldest = t;
    }
    return oldest;
}

/* Find the threads that can go on instead of `usual`, in the order of their start. */
static unsigned find_rivals(const struct thread *usual, struct thread *rival[THREADS_MAX])
{
    unsigned count = 0;
    const struct thread *called = oldest_runnable_rival();
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
        if (t->state == STATE_RUNNABLE || (t->state == STATE_WAITING && rival_is_reorderable(t)))
            return false;
    }
    return true;
}

/* Apart from rival_choose(), whose stack in a usual run would be a page more to copy. */
__attribute__((noinline)) static struct thread *choose_explored(struct thread *usual)
{
    struct thread *rival[THREADS_MAX];
    unsigned count = find_rivals(usual, rival);
    unsigned n = world_choose_among(WORLD_TURN, 1 + count, rivals_alike(usual, rival, count, 1));
    return n > 0 ? rival[n - 1] : usual;
}

struct thread *rival_choose(struct thread *usual)
{
    bool is_open = world_is_explored() && usual && may_be_first(usual);
    return is_open ? choose_explored(usual) : usual;
}

struct thread *rival_choose_action(unsigned *action)
{
    struct thread *rival[THREADS_MAX];
    unsigned ways = agenda_ways(sched_instant_ns), count = find_rivals(NULL, rival);
    uint64_t alike = is_world_alone() ? agenda_alike(sched_instant_ns)
                                      : rivals_alike(NULL, rival, count, ways);
    *action = world_choose_among(WORLD_TURN, ways + count, alike);
    return *action < ways ? NULL : rival[*action - ways];
}

/* ---- ways that are alike ---- */

/* Is the thread still where it began to wait? */
static bool is_in_wait(const struct thread *t)
{
    return t->state == STATE_WAITING ||
           (t->state == STATE_RUNNABLE && t->is_reorderable && !t->is_rechecking);
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

/* A hash of the thread's state. Threads that wait for work, or are busy with the same kind of job,
 * get the same hash. */
static uint64_t state_of(const struct thread *t)
{
    uint64_t number = (uint64_t)(t - sched.thread);
    uint64_t hash = sched_mix(1, t->state | (unsigned)t->is_rechecking << 8 |
                                     (unsigned)t->is_reorderable << 9);
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

/* If nobody can see when the loop goes, offer it an early look only once in an instant: a broken
 * loop may show its mistake there. */
static bool is_same_later(const struct thread *t, const struct thread *usual)
{
    const struct thread *loop = &sched.thread[0];
    if (!world_is_loop_patient() || (t != loop && usual != loop))
        return false;
    bool was_offered = sched.offered_ns == sched_instant_ns;
    sched.offered_ns = sched_instant_ns;
    return was_offered;
}

uint64_t rivals_alike(const struct thread *usual, struct thread *const rival[], unsigned count,
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
