/* Timers on a clock that the test sets by hand: the phase never reads it. */
#include <errno.h>
#include "loop/fixture_test.h"
#include "tap/tap.h"

static void timers_at(struct fixture *s, uint64_t now_ms)
{
    s->loop->now_ms = now_ms;
    timers_run(s->loop);
}

static struct role *timer_after(struct fixture *s, const char *name, uint64_t after,
                                uint64_t repeat)
{
    struct role *r = fixture_handle(s, LOOP_TIMER, name);
    loop_timer_start(r->handle, after, repeat);
    return r;
}

/* TIMER-1 to TIMER-6: deadline first, then the order of the last start. */
static void test_order(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    s.loop->now_ms = 100;
    timer_after(&s, "late", 10, 0);
    struct role *a = timer_after(&s, "a", 5, 0);
    timer_after(&s, "b", 5, 0);
    timer_after(&s, "c", 5, 0);
    timer_after(&s, "soon", 1, 0);
    loop_timer_start(a->handle, 5, 0);
    timers_at(&s, 104);
    is(s.text, "soon", "only what is due");
    timers_at(&s, 105);
    is(s.text, "soon b c a", "equals in the order of their last start");
    timers_at(&s, 200);
    is(s.text, "soon b c a late", "the latest last, and none twice");
    fixture_close(&s);
}

/* TIMER-13 to TIMER-16. */
static void test_repeat(void)
{
    struct fixture s;

    fixture_open(&s, "1.50.0");
    s.loop->now_ms = 0;
    struct role *r = timer_after(&s, "r", 10, 10);
    timer_after(&s, "o", 20, 0);
    timers_at(&s, 10);
    is_int(loop_timer_due_in(r->handle), 10, "armed anew before its callback");
    timers_at(&s, 20);
    is(s.text, "r o r", "a re-arm goes behind an older equal");
    timers_at(&s, 95);
    is(s.text, "r o r r", "missed repeats are not made up for");
    is_int(loop_timer_due_in(r->handle), 10, "and the next counts from now");
    loop_timer_set_repeat(r->handle, 40);
    is_int(loop_timer_due_in(r->handle), 10, "a new repeat leaves the armed call alone");
    timers_at(&s, 105);
    is_int(loop_timer_due_in(r->handle), 40, "and counts one period later");
    loop_timer_set_repeat(r->handle, 0);
    timers_at(&s, 145);
    is_int(loop_handle_state(r->handle) & LOOP_IS_ACTIVE, 0, "0 still leaves that one call");
    fixture_close(&s);
}

/* TIMER-17 to TIMER-19. */
static void test_arguments(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    s.loop->now_ms = 7;
    struct role *r = fixture_handle(&s, LOOP_TIMER, "t");
    is_int(loop_timer_again(r->handle), -EINVAL, "again on one that never started");
    loop_timer_start(r->handle, 5, 0);
    s.loop->now_ms = 9;
    is_int(loop_timer_again(r->handle), 0, "again on a one-shot");
    is_int(loop_timer_due_in(r->handle), 3, "leaves it as it was");
    loop_timer_set_repeat(r->handle, 20);
    loop_handle_stop(r->handle);
    is_int(loop_timer_again(r->handle), 0, "again on a stopped repeating one");
    is_int(loop_timer_due_in(r->handle), 20, "starts it with its repeat");
    loop_timer_start(r->handle, UINT64_MAX, 0);
    ok(loop_timer_due_in(r->handle) == UINT64_MAX - 9, "a deadline saturates");
    timers_at(&s, UINT64_MAX - 1);
    is(s.text, "", "and is never due");
    s.loop->now_ms = 0;
    struct loop_handle *mute = loop_handle_new(s.loop, LOOP_TIMER, -1, NULL, NULL);
    is_int(loop_timer_start(mute, 1, 0), -EINVAL, "no callback");
    loop_handle_close(mute, NULL);
    fixture_close(&s);
}

/* TIMER-12: on both kinds of phase, a due one that an earlier one stops, closes or
 * starts anew has lost its turn. */
static void test_suppression(const char *version)
{
    static void (*const acts[])(struct role *) = { act_stop_other, act_close_other };
    struct fixture s;

    for (size_t i = 0; i < 2; i++) {
        fixture_open(&s, version);
        s.loop->now_ms = 0;
        struct role *t1 = timer_after(&s, "t1", 1, 0);
        t1->other = timer_after(&s, "t2", 2, 0);
        timer_after(&s, "t3", 3, 0);
        t1->act = acts[i];
        timers_at(&s, 50);
        is(s.text, "t1 t3", "%s: %s suppresses a due one", version, i ? "close" : "stop");
        fixture_close(&s);
    }
}

static void act_look_at_other(struct role *r)
{
    fixture_write(r->story, "",
                  loop_handle_state(r->other->handle) & LOOP_IS_ACTIVE ? "active" : "inactive");
}

static void act_update(struct role *r)
{
    r->story->loop->now_ms += 20;
}

/* TIMER-11 and what a due one is called while it waits for its turn. */
static void test_ready_list(void)
{
    static const struct {
        const char *version;
        void (*act)(struct role *);
        const char *expected;
    } rows[] = {
        { "1.47.0", act_look_at_other, "t1 active t2" },
        { "1.48.0", act_look_at_other, "t1 inactive t2" },
        { "1.47.0", act_update, "t1 t2 later" },
        { "1.48.0", act_update, "t1 t2" },
        { "1.48.0", act_start_other, "t1" },
    };
    struct fixture s;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture_open(&s, rows[i].version);
        s.loop->now_ms = 0;
        struct role *t1 = timer_after(&s, "t1", 1, 0);
        t1->other = timer_after(&s, "t2", 2, 0);
        timer_after(&s, "later", 12, 0);
        t1->act = rows[i].act;
        timers_at(&s, 5);
        is(s.text, rows[i].expected, "%s: row %zu", rows[i].version, i);
        fixture_close(&s);
    }
}

int main(void)
{
    test_order();
    test_repeat();
    test_arguments();
    test_suppression("1.47.0");
    test_suppression("1.48.0");
    test_ready_list();
    return done_testing();
}
