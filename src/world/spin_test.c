/* A loop that comes back from its wait and calls nobody pays for it in time, is counted, and is
 * reported if it never stops. Whoever is called makes the wait before worth it, and a world whose
 * user does not say who is called takes no wait to be in vain; but a loop that always finds
 * something pays, too, for it would stop time. */
#include "world/fixture_test.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/real.h"

/* An epoll descriptor that always has something to report. */
static int open_ready(void)
{
    int set = epoll_create1(0), fd = eventfd(1, 0);
    struct epoll_event e = { .events = EPOLLIN };
    if (set < 0 || fd < 0 || epoll_ctl(set, EPOLL_CTL_ADD, fd, &e) < 0)
        abort();
    return set;
}

static void wait_times(int set, int times)
{
    struct epoll_event e;
    for (int i = 0; i < times; i++)
        if (epoll_wait(set, &e, 1, 1000) != 1)
            abort();
}

static void in_vain(struct record *r)
{
    int set = open_ready();
    world_note_call();
    wait_times(set, WORLD_SPINS); /* the first of them leads to a second */
    note(r, "not-yet");
    wait_times(set, 1);
    note(r, "charged");
    wait_times(set, 2 * WORLD_SPINS);
    note(r, "charged");
    note(r, world_wakeups() == 3 * WORLD_SPINS + 1 ? "counted" : "miscounted");
}

static void of_use(struct record *r)
{
    int set = open_ready();
    for (int i = 0; i < WORLD_VAIN_MAX + 1; i++) {
        world_note_call();
        wait_times(set, 1);
        if (i == SPIN_FINDS_FREE - 2)
            note(r, "not-yet");
        if (i == SPIN_FINDS_FREE - 1)
            note(r, "charged");
    }
    note(r, "unreported");
}

static void of_nobody_knows_what(struct record *r)
{
    wait_times(open_ready(), SPIN_FINDS_FREE + 2 * WORLD_SPINS);
    note(r, "charged");
}

/* The idle calls of some loops are a descriptor that is always ready, and their timers one more. */
static void beside_a_timer(struct record *r)
{
    int set = open_ready(), fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct epoll_event e = { .events = EPOLLIN, .data.fd = fd }, found[2];
    timerfd_settime(fd, 0, &(struct itimerspec){ .it_value.tv_nsec = 3 * MS }, NULL);
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
    int n;
    do {
        world_note_call();
        n = epoll_wait(set, found, 2, -1);
    } while (n == 1);
    note(r, n == 2 ? "timer" : "wrong");
}

static void without_end(struct record *r)
{
    int set = open_ready();
    world_note_call();
    wait_times(set, WORLD_VAIN_MAX);
    note(r, "not-yet");
    wait_times(set, 1);
    note(r, "after");
}

/* A set that has nothing to report until a byte is written. */
static int open_idle(int end[2])
{
    int set = epoll_create1(0);
    struct epoll_event e = { .events = EPOLLIN };
    if (set < 0 || pipe(end) < 0 || epoll_ctl(set, EPOLL_CTL_ADD, end[0], &e) < 0)
        abort();
    return set;
}

static void look(struct record *r, int set)
{
    struct epoll_event e;
    note(r, epoll_wait(set, &e, 1, 0) == 1 ? "found" : "none");
}

static void without_news(struct record *r)
{
    int end[2], set = open_idle(end);
    world_note_call();
    look(r, set);
    look(r, set);
    real()->write(end[1], "x", 1); /* the world does not learn of it */
    look(r, set);
    world_note_change();
    look(r, set);
}

static void after_a_write(struct record *r)
{
    int end[2], set = open_idle(end);
    world_note_call();
    for (int i = 0; i < 3; i++)
        look(r, set);
    if (write(end[1], "x", 1) != 1)
        abort();
    look(r, set);
}

static void after_an_action(struct record *r)
{
    struct world_fd *f = world_fd_open(WORLD_FD_READABLE);
    int set = epoll_create1(0);
    struct epoll_event e = { .events = EPOLLIN };
    epoll_ctl(set, EPOLL_CTL_ADD, world_fd_number(f), &e);
    world_note_call();
    world_fd_ready_after(f, WORLD_FD_READABLE, MS);
    int looks = 1;
    for (; epoll_wait(set, &e, 1, 0) == 0; looks++)
        continue;
    note(r, looks == WORLD_SPINS + 1 ? "found" : "wrong");
}

/* The first call has no reading before it. */
static void idle_times(int times, bool reads)
{
    struct timespec now;
    for (int i = 0; i < times; i++) {
        world_note_idle();
        if (reads)
            clock_gettime(CLOCK_MONOTONIC, &now);
    }
}

static void begin_ticking(struct record *r)
{
    world_end();
    world_begin(&(struct world_config){ .ticks = true, .stuck = stuck_here, .arg = r });
}

static void idle_by_the_clock(struct record *r)
{
    begin_ticking(r);
    int end[2], set = open_idle(end);
    idle_times(WORLD_SPINS, true);
    note(r, "not-yet");
    idle_times(1, true);
    note(r, "charged");
    idle_times(WORLD_SPINS - 1, true);
    look(r, set);
    idle_times(WORLD_SPINS - 1, true);
    note(r, "uncharged");
}

static void idle_without_the_clock(struct record *r)
{
    begin_ticking(r);
    idle_times(10 * WORLD_SPINS, false);
    note(r, "uncharged");
}

static const struct stage_row rows[] = {
    { "idle calls of a loop that reads the clock are charged, unless it waits among them",
      idle_by_the_clock, "not-yet@0 charged@1 none@1 uncharged@1", 1 },
    { "a loop that does not read the clock cannot see time pass", idle_without_the_clock,
      "uncharged@0", 1 },
    { "a spin is not looked at again until something has happened", without_news,
      "none@0 none@0 none@0 found@0", 1 },
    { "a write is something", after_a_write, "none@0 none@0 none@0 found@0", 1 },
    { "and what the world does", after_an_action, "found@1", 1 },
    { "waits in vain are charged in whole milliseconds, and counted", in_vain,
      "not-yet@0 charged@1 charged@3 counted@3", 1 },
    { "waits that lead to a call are charged later, and not reported", of_use,
      "not-yet@0 charged@1 unreported@91", 1 },
    { "so are all where nobody says what is called", of_nobody_knows_what, "charged@3", 1 },
    { "a timer comes beside a descriptor that is always ready", beside_a_timer, "timer@3", 1 },
    { "waits in vain without an end are reported", without_end, "not-yet@99 spun@100 after@100",
      1 },
};

int main(void)
{
    plan(ARRAY_SIZE(rows));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
