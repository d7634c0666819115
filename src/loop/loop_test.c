/* Each row is a rule: its scenario, run in a mode on a version, tells this story
 * and returns this. ' / ' stands for the end of a run. */
#include "loop/loop.h"
#include <errno.h>
#include "base/mem.h"
#include "loop/fixture_test.h"
#include "tap/tap.h"

static void play_all_phases(struct fixture *s)
{
    struct role *x = fixture_handle(s, LOOP_TIMER, "X");

    fixture_started(s, LOOP_TIMER, "T");
    fixture_started(s, LOOP_IDLE, "I")->act = act_stop_self;
    fixture_extra(s, LOOP_PREPARE, "P");
    fixture_extra(s, LOOP_CHECK, "C");
    fixture_extra(s, LOOP_ASYNC, "A");
    loop_handle_close(x->handle, role_closed);
}

static void play_timer_from_close(struct fixture *s)
{
    struct role *x = fixture_handle(s, LOOP_IDLE, "X");

    fixture_extra(s, LOOP_PREPARE, "P");
    x->other = fixture_handle(s, LOOP_TIMER, "T");
    x->act = act_start_other;
    loop_handle_close(x->handle, role_closed);
}

static void act_start_other_stop_self(struct role *r)
{
    act_start_other(r);
    act_stop_self(r);
}

static void play_timer_from_idle(struct fixture *s)
{
    struct role *i = fixture_started(s, LOOP_IDLE, "I");

    fixture_started(s, LOOP_TIMER, "T");
    fixture_extra(s, LOOP_PREPARE, "P");
    fixture_extra(s, LOOP_CHECK, "C");
    i->other = fixture_handle(s, LOOP_TIMER, "U");
    i->act = act_start_other_stop_self;
}

static void act_restart_four_times(struct role *r)
{
    if (r->calls < 4)
        loop_timer_start(r->handle, 0, 0);
}

static void play_zero_chain(struct fixture *s)
{
    fixture_started(s, LOOP_TIMER, "T")->act = act_restart_four_times;
    fixture_extra(s, LOOP_IDLE, "I");
    fixture_extra(s, LOOP_CHECK, "C");
}

static void play_zero_sibling(struct fixture *s)
{
    struct role *t1 = fixture_started(s, LOOP_TIMER, "T1");

    fixture_started(s, LOOP_TIMER, "T3");
    fixture_extra(s, LOOP_PREPARE, "P");
    fixture_extra(s, LOOP_IDLE, "I");
    t1->other = fixture_handle(s, LOOP_TIMER, "T2");
    t1->act = act_start_other;
}

static void play_stopped_before(struct fixture *s)
{
    fixture_started(s, LOOP_TIMER, "T");
    loop_stop(s->loop);
}

static void play_unreferenced_timer(struct fixture *s)
{
    fixture_extra(s, LOOP_TIMER, "T");
}

static void act_stop_loop_start_other(struct role *r)
{
    act_stop_loop(r);
    act_start_other(r);
}

static void play_stop_in_check(struct fixture *s)
{
    struct role *x = fixture_handle(s, LOOP_PREPARE, "X");

    fixture_started(s, LOOP_IDLE, "I");
    fixture_extra(s, LOOP_CHECK, "c1");
    struct role *c2 = fixture_extra(s, LOOP_CHECK, "c2");
    c2->other = fixture_handle(s, LOOP_TIMER, "T");
    c2->act = act_stop_loop_start_other;
    loop_handle_close(x->handle, role_closed);
}

static void play_stop_in_timer(struct fixture *s)
{
    fixture_started(s, LOOP_TIMER, "T")->act = act_stop_loop;
    fixture_extra(s, LOOP_CHECK, "C");
}

static void play_watchers(struct fixture *s)
{
    fixture_started(s, LOOP_CHECK, "a");
    struct role *b = fixture_started(s, LOOP_CHECK, "b");
    fixture_extra(s, LOOP_IDLE, "/");
    b->other = fixture_handle(s, LOOP_CHECK, "D");
    b->act = act_start_other;
}

static void play_restarting_watcher(struct fixture *s)
{
    fixture_started(s, LOOP_CHECK, "a");
    fixture_started(s, LOOP_CHECK, "b")->act = act_restart_self;
    fixture_started(s, LOOP_CHECK, "c");
    fixture_extra(s, LOOP_IDLE, "/");
}

static void play_stopping_watcher(struct fixture *s)
{
    fixture_started(s, LOOP_CHECK, "a");
    struct role *b = fixture_started(s, LOOP_CHECK, "b"), *c = fixture_started(s, LOOP_CHECK, "c");
    fixture_extra(s, LOOP_IDLE, "/");
    c->other = b;
    c->act = act_stop_other;
}

static void play_closing_watcher(struct fixture *s)
{
    struct role *b = fixture_started(s, LOOP_CHECK, "b"), *c = fixture_started(s, LOOP_CHECK, "c");
    fixture_started(s, LOOP_IDLE, "/");
    c->other = b;
    c->act = act_close_other;
}

static void play_closing_order(struct fixture *s)
{
    struct role *x1 = fixture_handle(s, LOOP_CHECK, "1"), *x2 = fixture_handle(s, LOOP_ASYNC, "2");
    struct role *x3 = fixture_handle(s, LOOP_TIMER, "3"), *x4 = fixture_handle(s, LOOP_IDLE, "4");

    fixture_extra(s, LOOP_IDLE, "/");
    x3->other = x4;
    x3->act = act_close_other;
    loop_handle_close(x1->handle, role_closed);
    loop_handle_close(x2->handle, role_closed);
    loop_handle_close(x3->handle, role_closed);
}

static void play_async_order(struct fixture *s)
{
    struct role *a = fixture_handle(s, LOOP_ASYNC, "a"), *b = fixture_handle(s, LOOP_ASYNC, "b");
    struct role *c = fixture_handle(s, LOOP_ASYNC, "c");

    fixture_extra(s, LOOP_IDLE, "/");
    for (int i = 0; i < 5; i++)
        loop_async_send(c->handle);
    loop_async_send(a->handle);
    loop_async_send(b->handle);
}

static void act_send_other_thrice(struct role *r)
{
    if (r->calls < 3)
        act_send_other(r);
}

static void play_async_to_itself(struct fixture *s)
{
    struct role *a = fixture_started(s, LOOP_ASYNC, "a");

    fixture_extra(s, LOOP_IDLE, "/");
    a->other = a;
    a->act = act_send_other_thrice;
}

static void play_async_to_others(struct fixture *s)
{
    struct role *a = fixture_started(s, LOOP_ASYNC, "a"), *c = fixture_handle(s, LOOP_ASYNC, "c");

    fixture_extra(s, LOOP_IDLE, "/");
    a->other = c;
    c->other = a;
    a->act = c->act = act_send_other_thrice;
}

static void play_async_closing_another(struct fixture *s)
{
    struct role *a = fixture_started(s, LOOP_ASYNC, "a"), *b = fixture_started(s, LOOP_ASYNC, "b");

    a->other = b;
    a->act = act_close_other;
}

static void act_pend_other_once(struct role *r)
{
    if (r->calls == 1)
        act_pend_other(r);
}

static void play_pending_from_prepare(struct fixture *s)
{
    struct role *p = fixture_extra(s, LOOP_PREPARE, "P");

    fixture_started(s, LOOP_IDLE, "I");
    fixture_extra(s, LOOP_CHECK, "C");
    p->other = fixture_role(s, "W");
    p->act = act_pend_other_once;
}

static void play_pending_from_check(struct fixture *s)
{
    struct role *c = fixture_extra(s, LOOP_CHECK, "C");

    fixture_started(s, LOOP_IDLE, "I");
    c->other = fixture_role(s, "W");
    c->act = act_pend_other_once;
}

static void play_pending_chain(struct fixture *s)
{
    struct role *w = fixture_role(s, "W");

    fixture_started(s, LOOP_IDLE, "I");
    fixture_extra(s, LOOP_CHECK, "C");
    w->other = w;
    w->act = act_pend_other;
    loop_pend(s->loop, &w->pending);
    loop_pend(s->loop, &w->pending); /* twice is once */
}

static void play_pending_alone(struct fixture *s)
{
    loop_pend(s->loop, &fixture_role(s, "W")->pending);
}

static void act_stop_self_start_other(struct role *r)
{
    act_stop_self(r);
    loop_timer_start(r->other->handle, 3600000, 0);
}

static void play_idle_that_gives_up(struct fixture *s)
{
    struct role *i = fixture_started(s, LOOP_IDLE, "I");

    i->other = fixture_handle(s, LOOP_TIMER, "T");
    i->act = act_stop_self_start_other;
}

static void play_stop_in_prepare(struct fixture *s)
{
    fixture_started(s, LOOP_PREPARE, "P")->act = act_stop_loop;
    fixture_extra(s, LOOP_CHECK, "C");
}

static void play_nothing(struct fixture *s)
{
    fixture_handle(s, LOOP_TIMER, "T");
}

struct row {
    const char *rule, *version;
    void (*play)(struct fixture *s);
    enum loop_mode mode;
    unsigned runs; /* as often in that mode */
    int alive;     /* what the last run returns */
    const char *expected;
};

static const struct row rows[] = {
    { "PHASE-1", "1.34.2", play_all_phases, LOOP_DEFAULT, 1, 0, "T I P A C xX" },
    { "PHASE-1", "1.44.2", play_all_phases, LOOP_DEFAULT, 1, 0, "T I P A C xX" },
    { "PHASE-1", "1.50.0", play_all_phases, LOOP_DEFAULT, 1, 0, "T I P A C xX" },
    { "PHASE-2", "1.44.2", play_timer_from_close, LOOP_DEFAULT, 1, 0, "P xX T P" },
    { "PHASE-2", "1.45.0", play_timer_from_close, LOOP_DEFAULT, 1, 0, "P xX T" },
    { "PHASE-3", "1.44.2", play_all_phases, LOOP_NOWAIT, 1, 0, "T I P A C xX" },
    { "PHASE-3", "1.45.0", play_all_phases, LOOP_NOWAIT, 1, 0, "I P A C xX T" },
    { "PHASE-4", "1.44.2", play_timer_from_idle, LOOP_ONCE, 1, 0, "T I P C U" },
    { "PHASE-4", "1.45.0", play_timer_from_idle, LOOP_ONCE, 1, 0, "I P C T U" },
    { "TIMER-8", "1.44.2", play_timer_from_idle, LOOP_NOWAIT, 2, 0, "T I P C / U P C /" },
    { "TIMER-8", "1.45.0", play_timer_from_idle, LOOP_NOWAIT, 2, 0, "I P C T U / /" },
    { "TIMER-9", "1.47.0", play_zero_chain, LOOP_DEFAULT, 1, 0, "T T T T I C" },
    { "TIMER-9", "1.48.0", play_zero_chain, LOOP_DEFAULT, 1, 0, "T I C T I C T I C T" },
    { "TIMER-10", "1.47.0", play_zero_sibling, LOOP_DEFAULT, 1, 0, "T1 T3 T2 I P" },
    { "TIMER-10", "1.48.0", play_zero_sibling, LOOP_DEFAULT, 1, 0, "T1 T3 I P T2" },
    { "RUN-2", "1.44.2", play_nothing, LOOP_DEFAULT, 1, 0, "" },
    { "RUN-2", "1.50.0", play_nothing, LOOP_ONCE, 1, 0, "" },
    { "RUN-5", "1.44.2", play_stop_in_check, LOOP_DEFAULT, 1, 1, "I c2 c1 xX" },
    { "RUN-5", "1.45.0", play_stop_in_check, LOOP_DEFAULT, 1, 1, "I c2 c1 xX T" },
    { "RUN-6", "1.44.2", play_stopped_before, LOOP_DEFAULT, 1, 1, "" },
    { "RUN-6", "1.45.0", play_stopped_before, LOOP_DEFAULT, 1, 1, "T" },
    { "RUN-6", "1.46.0", play_stopped_before, LOOP_DEFAULT, 1, 1, "" },
    { "RUN-9", "1.44.2", play_stopped_before, LOOP_DEFAULT, 2, 0, "/ T /" },
    { "RUN-9", "1.46.0", play_stopped_before, LOOP_DEFAULT, 2, 0, "/ T /" },
    { "RUN-10", "1.44.2", play_stop_in_prepare, LOOP_DEFAULT, 1, 1, "P C" },
    { "stop in a head pass", "1.44.2", play_stop_in_timer, LOOP_DEFAULT, 1, 0, "T C" },
    { "stop in the entry pass", "1.46.0", play_stop_in_timer, LOOP_DEFAULT, 1, 1, "T" },
    { "ALIVE-5", "1.44.2", play_unreferenced_timer, LOOP_DEFAULT, 1, 0, "" },
    { "ALIVE-5", "1.45.0", play_unreferenced_timer, LOOP_DEFAULT, 1, 0, "T" },
    { "ALIVE-5", "1.46.0", play_unreferenced_timer, LOOP_DEFAULT, 1, 0, "" },
    { "CHECK-2, 3", "1.44.2", play_watchers, LOOP_NOWAIT, 2, 1, "/ b a / / D b a /" },
    { "CHECK-5", "1.44.2", play_restarting_watcher, LOOP_NOWAIT, 2, 1, "/ c b a / / b c a /" },
    { "CHECK-4", "1.44.2", play_stopping_watcher, LOOP_NOWAIT, 2, 1, "/ c a / / c a /" },
    { "CHECK-9", "1.44.2", play_closing_watcher, LOOP_NOWAIT, 1, 1, "/ c xb" },
    { "CLOSE-3, 4, 5", "1.44.2", play_closing_order, LOOP_DEFAULT, 1, 0, "/ x3 x2 x1 / x4" },
    { "ASYNC-1, 2", "1.44.2", play_async_order, LOOP_NOWAIT, 1, 1, "/ a b c" },
    { "ASYNC-3", "1.50.0", play_async_to_itself, LOOP_NOWAIT, 4, 1, "/ a / / a / / a / / /" },
    { "ASYNC-4", "1.50.0", play_async_to_others, LOOP_NOWAIT, 3, 1, "/ a c / / a c / / a /" },
    { "CLOSE-8", "1.44.2", play_async_closing_another, LOOP_NOWAIT, 1, 1, "a xb" },
    { "PEND-3", "1.44.1", play_pending_from_prepare, LOOP_NOWAIT, 2, 1, "I P C / W I P C /" },
    { "PEND-3", "1.44.2", play_pending_from_prepare, LOOP_NOWAIT, 2, 1, "I P W C / I P C /" },
    { "PEND-4", "1.44.2", play_pending_from_check, LOOP_NOWAIT, 2, 1, "I C / W I C /" },
    { "PEND-5, 6", "1.44.1", play_pending_chain, LOOP_NOWAIT, 2, 1, "W I C / W I C /" },
    { "PEND-5, 6", "1.44.2", play_pending_chain, LOOP_NOWAIT, 1, 1, "W I W W W W W W W W C" },
    { "PEND-10", "1.43.0", play_pending_alone, LOOP_DEFAULT, 1, 0, "" },
    { "PEND-10", "1.44.0", play_pending_alone, LOOP_DEFAULT, 1, 0, "W" },
    { "POLL-8", "1.44.2", play_idle_that_gives_up, LOOP_ONCE, 1, 1, "I" },
};

static void test_row(const struct row *r)
{
    struct fixture s;
    int alive = -1;

    fixture_open(&s, r->version);
    r->play(&s);
    for (unsigned i = 0; i < r->runs; i++) {
        alive = loop_run(s.loop, r->mode);
        if (r->runs > 1)
            fixture_write(&s, "", "/");
    }
    is(s.text, r->expected, "%s on %s", r->rule, r->version);
    is_int(alive, r->alive, "%s on %s: what it returns", r->rule, r->version);
    is_int(fixture_close(&s), 0, "%s on %s: everything closes", r->rule, r->version);
}

/* ALIVE-1 to ALIVE-3, CLOSE-6, CLOSE-7, CLOSE-10: what the loop says of itself. */
static void test_states(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct loop_handle *t = fixture_handle(&s, LOOP_TIMER, "T")->handle;
    is_int(loop_handle_state(t), LOOP_IS_REFERENCED, "a new timer is referenced");
    is_int(loop_alive(s.loop), 0, "but keeps no loop alive");
    loop_timer_start(t, 1000, 0);
    is_int(loop_alive(s.loop), 1, "a started one does");
    loop_handle_ref(t, 0);
    loop_handle_ref(t, 0);
    is_int(loop_alive(s.loop), 0, "an unreferenced one does not");
    loop_handle_ref(t, 1);
    is_int(loop_alive(s.loop), 1, "a reference is a flag, not a count");
    is_int(loop_close(s.loop), -EBUSY, "a loop with a handle does not close");
    loop_handle_ref(t, 0);
    loop_handle_close(t, role_closed);
    is_int(loop_handle_state(t), LOOP_IS_CLOSING, "closing is not active");
    is_int(loop_alive(s.loop), 1, "a closing handle keeps the loop alive");
    is_int(loop_timer_start(t, 1, 0), -EINVAL, "and cannot start");
    is_int(loop_run(s.loop, LOOP_DEFAULT), 0, "until its callback has run");
    is(s.text, "xT", "once");
    struct loop_handle *a = fixture_handle(&s, LOOP_ASYNC, "A")->handle;
    is_int(loop_handle_state(a), LOOP_IS_ACTIVE | LOOP_IS_REFERENCED, "ASYNC-6: active at once");
    is_int(loop_handle_stop(a), -EINVAL, "an async handle cannot stop");
    is_int(fixture_close(&s), 0, "all closed");
}

static void act_write_turns(struct role *r)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)loop_turns(r->story->loop));
    fixture_write(r->story, "", text);
}

/* PHASE-12: an iteration counts from its poll on. */
static void test_turns(void)
{
    struct fixture s;

    fixture_open(&s, "1.45.0");
    fixture_started(&s, LOOP_PREPARE, "P")->act = act_write_turns;
    fixture_started(&s, LOOP_CHECK, "C")->act = act_write_turns;
    is_int(loop_turns(s.loop), 0, "none before the first");
    fixture_run(&s, 3);
    is(s.text, "P 0 C 1 / P 1 C 2 / P 2 C 3 /", "one for each");
    fixture_close(&s);
}

/* POLL-2 to POLL-10, each state of the loop with its answer. */
static void test_poll_timeout(void)
{
    struct fixture s;

    fixture_open(&s, "1.43.0");
    loop_timer_start(fixture_handle(&s, LOOP_TIMER, "T")->handle, 100, 0);
    is_int(loop_poll_timeout(s.loop), 100, "1.43: the distance, registered or not");
    fixture_close(&s);

    fixture_open(&s, "1.44.0");
    struct loop_handle *t = fixture_handle(&s, LOOP_TIMER, "T")->handle;
    loop_timer_start(t, UINT64_MAX, 0);
    is_int(loop_poll_timeout(s.loop), 0, "1.44: 0 while the wake-up is unregistered");
    loop_run(s.loop, LOOP_NOWAIT);
    is_int(loop_poll_timeout(s.loop), INT32_MAX, "capped");
    loop_handle_ref(t, 0);
    is_int(loop_poll_timeout(s.loop), 0, "0 with nothing referenced");
    struct loop_handle *p = fixture_started(&s, LOOP_PREPARE, "P")->handle;
    loop_handle_stop(t);
    is_int(loop_poll_timeout(s.loop), -1, "prepare alone: no limit");
    struct role *w = fixture_role(&s, "W");
    loop_pend(s.loop, &w->pending);
    is_int(loop_poll_timeout(s.loop), 0, "0 with a pending callback");
    loop_run(s.loop, LOOP_NOWAIT);
    is_int(loop_poll_timeout(s.loop), -1, "which has run");
    loop_handle_ref(fixture_started(&s, LOOP_IDLE, "I")->handle, 0);
    is_int(loop_poll_timeout(s.loop), 0, "0 with an idle handle, referenced or not");
    loop_handle_stop(s.role[s.roles - 1].handle);
    loop_stop(s.loop);
    is_int(loop_poll_timeout(s.loop), 0, "0 once stopped");
    loop_run(s.loop, LOOP_NOWAIT);
    loop_handle_close(p, role_closed);
    is_int(loop_poll_timeout(s.loop), 0, "0 with a closing handle");
    fixture_close(&s);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        test_row(&rows[i]);
    test_states();
    test_turns();
    test_poll_timeout();
    return done_testing();
}
