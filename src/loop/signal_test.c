/* Signals and children: after everything else of a batch, in the order of their raise. */
#include <errno.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "loop/spawn_test.h"
#include "loop/fixture_test.h"
#include "tap/tap.h"

static struct role *watcher(struct fixture *s, const char *name, int number)
{
    struct role *r = fixture_role(s, name);

    r->handle = loop_handle_new(s->loop, LOOP_SIGNAL, -1, role_with_status, r);
    is_int(loop_signal_start(r->handle, number), 0, "%s starts", name);
    return r;
}

/* POLL-14, POLL-24. */
static void test_order(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    watcher(&s, "u1", SIGUSR1);
    watcher(&s, "u2", SIGUSR2);
    fixture_phases(&s);
    raise(SIGUSR2);
    raise(SIGUSR1);
    raise(SIGUSR1);
    loop_async_send(fixture_handle(&s, LOOP_ASYNC, "A")->handle);
    fixture_run(&s, 1);
    is(s.text, "I P A u2 u1 u1 C /", "POLL-14, POLL-24");
    is_int(fixture_close(&s), 0, "everything closes");
}

/* POLL-25: both watchers are called, in either order. */
static void test_same(void)
{
    struct fixture s, other;

    fixture_open(&s, "1.44.2");
    fixture_open(&other, "1.44.2");
    watcher(&s, "a", SIGUSR1);
    watcher(&s, "b", SIGUSR1);
    struct role *c = watcher(&other, "c", SIGUSR1);
    raise(SIGUSR1);
    loop_run(s.loop, LOOP_NOWAIT);
    loop_run(other.loop, LOOP_NOWAIT);
    ok(strcmp(s.text, "a b") == 0 || strcmp(s.text, "b a") == 0, "both watchers of one loop");
    is(other.text, "c", "and that of another");
    is_int(fixture_close(&s), 0, "everything closes");
    raise(SIGUSR1);
    loop_run(other.loop, LOOP_NOWAIT);
    is(other.text, "c c", "which goes on");
    is_int(loop_handle_stop(c->handle), 0, "until it stops");
    struct sigaction action;
    sigaction(SIGUSR1, NULL, &action);
    ok(action.sa_handler == SIG_DFL, "then the signal is as it was");
    is_int(fixture_close(&other), 0, "everything closes");
}

static void act_raise(struct role *r)
{
    if (r->calls == 1)
        raise(SIGUSR1);
}

/* What is raised in a callback of a signal is for the next poll. */
static void test_nested(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    watcher(&s, "S", SIGUSR1)->act = act_raise;
    fixture_phases(&s);
    raise(SIGUSR1);
    fixture_run(&s, 2);
    is(s.text, "I P S C / I P S C /", "a poll each");
    is_int(fixture_close(&s), 0, "everything closes");
}

static void test_refusals(void)
{
    struct fixture s;

    fixture_open(&s, "1.44.2");
    struct role *r = watcher(&s, "S", SIGUSR1);
    is_int(loop_signal_start(r->handle, SIGUSR1), 0, "again is fine");
    is_int(loop_signal_start(r->handle, 0), -EINVAL, "no signal");
    is_int(loop_signal_start(r->handle, SIGUSR2), 0, "another");
    raise(SIGUSR2);
    loop_signal_start(r->handle, SIGUSR1);
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "", "what it caught before is not for it any more");
    is_int(loop_signal_start(r->handle, SIGKILL), -EINVAL, "what cannot be caught");
    is_int(loop_handle_state(r->handle), LOOP_IS_REFERENCED, "leaves it stopped");
    is_int(fixture_close(&s), 0, "everything closes");
}

static void act_raise_and_close(struct role *r)
{
    if (r->calls > 1)
        return;
    raise(SIGUSR1);
    loop_handle_close(r->other->handle, role_closed);
    loop_handle_close(r->other[1].handle, role_closed);
}

/* CLOSE-12: the callback does not come, the close callback waits for the signal. Where
 * it is put back it stays before what was closed later. */
static void test_close(const char *version, unsigned state, const char *expected)
{
    struct fixture s;

    fixture_open(&s, version);
    struct role *w = watcher(&s, "S", SIGUSR1);
    fixture_handle(&s, LOOP_TIMER, "T");
    struct role *c = fixture_extra(&s, LOOP_CHECK, "C");
    c->other = w;
    c->act = act_raise_and_close;
    loop_run(s.loop, LOOP_NOWAIT);
    is_int(loop_alive(s.loop), 1, "%s: alive", version);
    is_int(loop_handle_state(w->handle) & ~(unsigned)LOOP_IS_REFERENCED, state, "%s: its state",
           version);
    fixture_run(&s, 1);
    is(s.text, expected, "CLOSE-12 on %s", version);
    is_int(fixture_close(&s), 0, "everything closes");
}

static struct loop_handle *child(struct fixture *s, const char *name, const char *command)
{
    char *argv[] = { "sh", "-c", (char *)command, NULL };
    struct role *r = fixture_role(s, name);
    siginfo_t info;
    int pid = 0;

    r->handle = loop_spawn(s->loop, argv, role_with_status, r, &pid);
    ok(r->handle && pid > 0, "%s is spawned", name);
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        continue;
    return r->handle;
}

/* POLL-14, in the order of their start. */
static void test_children(void)
{
    char *none[] = { "/no/such/program", NULL };
    struct fixture s;
    int pid;

    fixture_open(&s, "1.44.2");
    fixture_phases(&s);
    loop_async_send(fixture_handle(&s, LOOP_ASYNC, "A")->handle);
    struct loop_handle *one = child(&s, "one", "exit 3");
    child(&s, "two", "exit 0");
    is_int(loop_handle_state(one), LOOP_IS_ACTIVE | LOOP_IS_REFERENCED, "active until it is told");
    is_int(loop_handle_stop(one), -EINVAL, "and cannot be stopped");
    fixture_run(&s, 1);
    is(s.text, "I P A one:3 two C /", "POLL-14: after the rest, before check");
    is_int(loop_handle_state(one), LOOP_IS_REFERENCED, "then not any more");
    if (spawn_reports_missing()) {
        errno = 0;
        ok(!loop_spawn(s.loop, none, role_with_status, NULL, &pid), "no program, no child");
        is_int(errno, ENOENT, "says why");
    } else {
        skip(2, "a missing program cannot be told here");
    }
    is_int(fixture_close(&s), 0, "everything closes");
}

static void test_unended(void)
{
    char *argv[] = { "cat", NULL };
    struct fixture s;
    int pid;

    fixture_open(&s, "1.44.2");
    struct role *r = fixture_role(&s, "cat");
    r->handle = loop_spawn(s.loop, argv, role_with_status, r, &pid);
    loop_handle_close(r->handle, role_closed);
    loop_run(s.loop, LOOP_DEFAULT);
    is(s.text, "xcat", "a closed child is not waited for");
    is_int(fixture_close(&s), 0, "everything closes");
    waitpid(pid, NULL, 0);
}

static void count_call(void *arg, int status)
{
    size_t *calls = arg;
    (void)status;
    (*calls)++;
}

/* POLL-15: 1100 descriptors are always ready; a batch with a signal in it is the last. */
static void test_batches(void)
{
    struct fixture s;
    size_t calls = 0;
    struct loop_handle *h[1100];
    int fd[1100];

    fixture_open(&s, "1.44.2");
    watcher(&s, "S", SIGUSR1);
    loop_run(s.loop, LOOP_NOWAIT); /* so that the pipe is the first to be ready */
    raise(SIGUSR1);
    for (size_t i = 0; i < 1100; i++) {
        fd[i] = eventfd(1, EFD_NONBLOCK);
        h[i] = loop_handle_new(s.loop, LOOP_POLL, fd[i], count_call, &calls);
        loop_poll_start(h[i], LOOP_READABLE);
    }
    loop_run(s.loop, LOOP_NOWAIT);
    is(s.text, "S", "POLL-15: the signal");
    is_int(calls, 1023, "and the rest of its batch");
    for (size_t i = 0; i < 1100; i++)
        loop_handle_close(h[i], NULL);
    is_int(fixture_close(&s), 0, "everything closes");
    for (size_t i = 0; i < 1100; i++)
        close(fd[i]);
}

int main(void)
{
    struct rlimit files;

    test_order();
    test_same();
    test_nested();
    test_refusals();
    test_close("1.34.2", LOOP_IS_ACTIVE | LOOP_IS_CLOSING, "C xT C xS /");
    test_close("1.35.0", LOOP_IS_CLOSING, "C xT C xS /");
    test_children();
    test_unended();
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 4096 ? files.rlim_max : 4096;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur > 1200)
        test_batches();
    else
        skip(3, "needs 1200 descriptors");
    return done_testing();
}
