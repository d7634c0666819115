/* What backend.h promises of starting, requests, signals, children and loops, of
 * every built-in backend alike. */
#include "backend/fixture_test.h"
#include <pthread.h>
#include <signal.h>
#include "loop/spawn_test.h"

/* ---- starting, requests, signals, children ---- */

static void play_null_callback(struct fixture *s)
{
    static const enum loop_kind kinds[] = { LOOP_TIMER, LOOP_IDLE, LOOP_PREPARE, LOOP_CHECK };

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        struct role *r = role_new(s, "never");
        r->handle = s->backend->handle_new(s->loop, kinds[i], -1, NULL, r);
        say(s, "start",
            kinds[i] == LOOP_TIMER ? s->backend->timer_start(r->handle, 0, 0)
                                   : s->backend->watch_start(r->handle));
    }
}

static void play_stat_inline(struct fixture *s)
{
    say(s, "root", s->backend->stat_inline(s->loop, "/"));
    say(s, "missing", s->backend->stat_inline(s->loop, "/missing/entirely"));
    say(s, "alive", s->backend->alive(s->loop));
}

static void play_lookup(struct fixture *s)
{
    ok(s->backend->lookup(s->loop, "127.0.0.1", role_called, role_new(s, "L")), "a lookup");
    say(s, "asked", 0);
}

static void wait_for_byte(void *arg)
{
    const struct role *r = arg;
    char byte;
    if (read(r->fd, &byte, 1) != 1)
        abort();
}

/* One worker, which a job keeps busy until the lookup queued after it is cancelled. */
static void play_lookup_cancelled(struct fixture *s)
{
    struct role *j = role_new(s, "J");
    int fd[2];

    if (pipe(fd) < 0)
        abort();
    j->fd = fd[0];
    s->backend->work(s->loop, wait_for_byte, role_called, j);
    say(s, "cancel",
        s->backend->cancel(
            s->backend->lookup(s->loop, "127.0.0.1", role_called, role_new(s, "L"))));
    if (write(fd[1], "", 1) != 1)
        abort();
    close(fd[1]);
}

static void play_signal(struct fixture *s)
{
    struct role *r = role_handle(s, "S", LOOP_SIGNAL, -1);

    r->act = act_stop_at_last;
    r->calls_max = 2;
    say(s, "start", s->backend->signal_start(r->handle, SIGUSR1));
    raise(SIGUSR1);
    raise(SIGUSR1);
    say(s, "raised", 0);
}

static void play_child(struct fixture *s)
{
    char *const argv[] = { "sh", "-c", "exit 3", NULL };
    struct role *r = role_new(s, "C");
    int pid = 0;

    r->handle = s->backend->spawn(s->loop, argv, role_called, r, &pid);
    ok(r->handle, "a child");
    ok(pid > 0, "its id is stored");
}

static void play_child_missing(struct fixture *s)
{
    char *const argv[] = { "/missing/entirely", NULL };
    int pid = 0;

    if (spawn_reports_missing())
        ok(!s->backend->spawn(s->loop, argv, role_called, role_new(s, "C"), &pid), "no child");
    else
        skip(1, "a missing program cannot be told here");
}

/* ---- loops ---- */

static void play_turns(struct fixture *s)
{
    struct role *i = role_handle(s, NULL, LOOP_IDLE, -1);

    say(s, "turns", (int)s->backend->turns(s->loop));
    s->backend->watch_start(i->handle);
    for (int n = 0; n < 3; n++)
        s->backend->run(s->loop, LOOP_NOWAIT);
    say(s, "turns", (int)s->backend->turns(s->loop));
    s->backend->handle_stop(i->handle);
}

static void play_events(struct fixture *s)
{
    struct role *a = role_handle(s, NULL, LOOP_ASYNC, -1);

    say(s, "events", (int)s->backend->events(s->loop));
    s->backend->async_send(a->handle);
    s->backend->run(s->loop, LOOP_NOWAIT);
    say(s, "events", (int)s->backend->events(s->loop));
    say(s, "waiting", (int)s->backend->events_waiting(s->loop));
    s->backend->handle_ref(a->handle, 0);
}

static void play_options(struct fixture *s)
{
    say(s, "unknown", s->backend->configure(s->loop, LOOP_OPTION_UNKNOWN, 0));
    say(s, "usr1", s->backend->configure(s->loop, LOOP_BLOCKS_SIGNAL, SIGUSR1));
    say(s, "prof", s->backend->configure(s->loop, LOOP_BLOCKS_SIGNAL, SIGPROF));
}

static void play_walk(struct fixture *s)
{
    const int before = (int)s->backend->visits(s->loop, NULL);
    struct role *t = role_handle(s, NULL, LOOP_TIMER, -1);

    say(s, "more", (int)s->backend->visits(s->loop, NULL) - before);
    say(s, "visits", (int)s->backend->visits(s->loop, t->handle));
}

static void play_renewal(struct fixture *s)
{
    struct role *a = role_handle(s, "A", LOOP_ASYNC, -1);

    s->backend->run(s->loop, LOOP_NOWAIT);
    say(s, "renew", s->backend->renew(s->loop));
    s->backend->async_send(a->handle);
    s->backend->run(s->loop, LOOP_NOWAIT);
    s->backend->handle_ref(a->handle, 0);
}

static void play_timer(struct fixture *s)
{
    struct role *t = role_handle(s, "T", LOOP_TIMER, -1);
    s->backend->timer_start(t->handle, 0, 0);
}

static void *thread_run(void *arg)
{
    fixture_run(arg, play_timer);
    return NULL;
}

static void play_second_loop(struct fixture *s)
{
    struct fixture *second = xcalloc(1, sizeof *second);
    pthread_t thread;

    second->backend = s->backend;
    second->config = s->config;
    play_timer(s);
    if (pthread_create(&thread, NULL, thread_run, second) != 0 || pthread_join(thread, NULL) != 0)
        abort();
    is(second->said, "T:0", "the loop of another thread");
    free(second);
}

static const struct play plays[] = {
    { "TIMER-18 CHECK-7: no callback, no start", LOOP_CAN_TIMER, play_null_callback,
      "start:EINVAL start:EINVAL start:EINVAL start:EINVAL" },
    { "POLL-28: an inline file request", LOOP_CAN_STAT, play_stat_inline,
      "root:0 missing:ENOENT alive:0" },
    { "a lookup", LOOP_CAN_LOOKUP, play_lookup, "asked:0 L:0" },
    { "a lookup that is cancelled", LOOP_CAN_LOOKUP | LOOP_CAN_CANCEL, play_lookup_cancelled,
      "cancel:0 L:ECANCELED J:0" },
    { "POLL-24: a signal, twice", LOOP_CAN_SIGNAL, play_signal, "start:0 raised:0 S:0 S:0" },
    { "a child's exit status", LOOP_CAN_CHILD, play_child, "C:3" },
    { "a program that is missing", LOOP_CAN_CHILD, play_child_missing, "" },
    { "PHASE-12: turns", LOOP_CAN_METRICS, play_turns, "turns:0 turns:3" },
    { "METRIC-1: events", LOOP_CAN_EVENTS | LOOP_CAN_REF, play_events,
      "events:0 events:1 waiting:0" },
    { "LOOP-1 LOOP-3: options", LOOP_CAN_OPTIONS, play_options,
      "unknown:ENOSYS usr1:EINVAL prof:0" },
    { "LOOP-6: a walk", LOOP_CAN_WALK, play_walk, "more:1 visits:1" },
    { "LOOP-7: a renewal", LOOP_CAN_RENEW | LOOP_CAN_REF, play_renewal, "renew:0 A:0" },
    { "HOST-1: a loop per thread", LOOP_CAN_LOOPS, play_second_loop, "T:0" },
};

int main(void)
{
    plays_run(plays, ARRAY_SIZE(plays));
    return done_testing();
}
