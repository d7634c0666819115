#include "world/agenda.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/sched.h"
#include "world/world.h"

struct action {
    uint64_t at_ns;
    const void *about;
    bool (*is_wanted)(void *arg); /* is it still wanted? NULL: always */
    void (*fn)(void *arg);
    void *arg;
    bool is_oldest;  /* of the actions about one object, the oldest */
    uint64_t number; /* of the request */
};

/* The thread that has the turn owns this. */
static struct {
    /* By instant, then by order of request. Few, so a sorted array will do. */
    struct action *action;
    size_t count, room;
    uint64_t requests; /* since agenda_clear() */
} agenda;

/* Restore the invariant: of the actions about one object, the oldest has `is_oldest` set. */
static void mark_oldest(const void *about)
{
    bool is_oldest = true;
    for (size_t i = 0; i < agenda.count; i++) {
        if (agenda.action[i].about != about)
            continue;
        agenda.action[i].is_oldest = is_oldest;
        is_oldest = false;
    }
}

static void remove_at(size_t i)
{
    assert(i < agenda.count);
    struct action removed = agenda.action[i];
    memmove(&agenda.action[i], &agenda.action[i + 1],
            (agenda.count - i - 1) * sizeof *agenda.action);
    agenda.count--;
    if (removed.is_oldest)
        mark_oldest(removed.about);
}

void sched_at(uint64_t ns, const void *about, void (*fn)(void *arg), void *arg)
{
    sched_at_if(ns, about, NULL, fn, arg);
}

void sched_at_if(uint64_t ns, const void *about, bool (*is_wanted)(void *arg),
                 void (*fn)(void *arg), void *arg)
{
    assert(fn);
    GROW(agenda.action, agenda.count, agenda.room);
    size_t i = agenda.count++;
    for (; i > 0 && agenda.action[i - 1].at_ns > ns; i--)
        agenda.action[i] = agenda.action[i - 1];
    agenda.action[i] = (struct action){
        .at_ns = ns,
        .about = about,
        .is_wanted = is_wanted,
        .fn = fn,
        .arg = arg,
        .number = ++agenda.requests,
    };
    mark_oldest(about);
}

static void release(const struct action *a)
{
    if (a->arg != a->about)
        free(a->arg);
}

void sched_cancel(const void *about)
{
    size_t kept = 0;
    for (size_t i = 0; i < agenda.count; i++) {
        if (agenda.action[i].about == about)
            release(&agenda.action[i]);
        else
            agenda.action[kept++] = agenda.action[i];
    }
    agenda.count = kept;
}

void agenda_clear(void)
{
    for (size_t i = 0; i < agenda.count; i++)
        release(&agenda.action[i]);
    agenda.count = 0;
    agenda.requests = 0;
}

static bool is_dropped(const struct action *a)
{
    return a->is_wanted && !a->is_wanted(a->arg);
}

uint64_t agenda_next_ns(void)
{
    while (agenda.count > 0 && is_dropped(&agenda.action[0])) {
        release(&agenda.action[0]);
        remove_at(0);
    }
    return agenda.count > 0 ? agenda.action[0].at_ns : SCHED_NEVER;
}

uint64_t agenda_last_ns(void)
{
    return agenda.count > 0 ? agenda.action[agenda.count - 1].at_ns : 0;
}

unsigned agenda_ways(uint64_t now_ns)
{
    unsigned ways = 0;
    for (size_t i = 0; i < agenda.count && agenda.action[i].at_ns <= now_ns; i++)
        ways += agenda.action[i].is_oldest;
    return ways;
}

uint64_t agenda_state(uint64_t hash)
{
    for (size_t i = 0; i < agenda.count; i++)
        hash = sched_mix(hash, agenda.action[i].number);
    return hash;
}

uint64_t agenda_alike(uint64_t now_ns)
{
    uint64_t alike = 0, others = 0;
    unsigned way = 0;
    bool has_child = false;
    for (size_t i = 0; i < agenda.count && agenda.action[i].at_ns <= now_ns; i++) {
        const struct action *a = &agenda.action[i];
        if (!a->is_oldest)
            continue;
        bool is_child = child_is_end(a->fn);
        *(is_child && has_child ? &alike : &others) |= world_way(way++);
        has_child |= is_child;
    }
    return alike & ~others;
}

void agenda_do(uint64_t now_ns, unsigned way)
{
    size_t i = 0;
    for (; way > 0; way--)
        do {
            i++;
            assert(i < agenda.count);
        } while (!agenda.action[i].is_oldest);
    assert(i < agenda.count);
    assert(agenda.action[i].at_ns <= now_ns);
    struct action a = agenda.action[i];
    assert(a.is_oldest);
    remove_at(i);
    a.fn(a.arg);
}
