/* early_exit.c - ends a run before its end: the budget is used up, the world is stuck, a step makes
 * no sense in this scenario, or the program exits. The loop is busy then, and the process ends with
 * it.
 *
 * In a process that is to run another program, the outcome is recorded, the current step is left by
 * a longjmp(), though never across a frame of the loop, and the loop is told to stop. What it still
 * calls does nothing. If it waits for ever, it is woken. */
#include "host/inside.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* The callbacks that the host's own closing causes are not the program's. */
void host_note_end(struct host *h)
{
    struct trace *t = h->record.trace;
    t->end_ns = h->is_over && h->ended_ns ? h->ended_ns : world_now_ns();
    t->wakeups = world_wakeups() > h->end_calls ? world_wakeups() - h->end_calls : 0;
}

static void record_outcome(struct host *h, enum trace_outcome outcome)
{
    struct trace *t = h->record.trace;
    if (!h->main->ending)
        host_note_end(h->main);
    t->cpu_delay_ns = world_cpu_delay_ns();
    t->outcome = outcome;
}

static _Noreturn void leave_process(struct host *h, enum trace_outcome outcome)
{
    record_outcome(h, outcome);
    world_children_kill();
    fflush(NULL);
    _exit(0);
}

/* Can the process go on after this run? Not if the program has other threads, which cannot be
 * stopped; nor if the loop is being closed already. */
static bool can_go_on(const struct host *h)
{
    return h->config->reuse && h == h->main && !h->seconds && !h->ending && h->loop &&
           pthread_equal(h->self, pthread_self()) && (h->backend->can & LOOP_CAN_STOP);
}

/* The first thread that comes here decides the outcome; the process ends while others wait. */
static void begin_leaving(struct host *h)
{
    pthread_mutex_lock(&h->main->leaving);
}

static void stop_run(struct host *h, enum trace_outcome outcome)
{
    assert(!h->ending);
    record_outcome(h, outcome);
    h->ending = true;
    h->thrown = false;
    h->backend->stop(h->loop);
    pthread_mutex_unlock(&h->leaving);
}

/* Call it with the lock held. */
static void cut(struct host *h, enum trace_outcome outcome)
{
    assert(outcome != OUTCOME_NONE);
    if (!can_go_on(h))
        leave_process(h, outcome);
    stop_run(h, outcome);
    if (h->step_exit)
        longjmp(*h->step_exit, 1);
}

void host_cut(struct host *h, enum trace_outcome outcome)
{
    begin_leaving(h);
    cut(h, outcome);
}

/* As cut(), but called from within a step; never returns. */
static _Noreturn void leave(struct host *h, enum trace_outcome outcome)
{
    if (h->step_exit)
        cut(h, outcome);
    leave_process(h, outcome);
}

_Noreturn void host_leave(struct host *h, enum trace_outcome outcome)
{
    begin_leaving(h);
    leave(h, outcome);
}

void host_fail(struct host *h, const struct step *s, const char *fmt, ...)
{
    struct trace *t = h->record.trace;
    int n = 0;
    begin_leaving(h);
    if (s)
        n = snprintf(t->message, sizeof t->message, "line %u: ", s->at.line);
    va_list args;
    va_start(args, fmt);
    vsnprintf(t->message + n, sizeof t->message - (size_t)n, fmt, args);
    va_end(args);
    leave(h, OUTCOME_ERROR);
}

void host_end_run(struct host *h)
{
    h->is_over = true;
    if (h->backend->can & LOOP_CAN_STOP) {
        h->backend->stop(h->loop);
        return;
    }
    begin_leaving(h);
    leave_process(h, OUTCOME_FINISHED);
}

void host_full(void *arg, enum trace_outcome outcome)
{
    host_leave(arg, outcome);
}

/* A loop without an end of its own is at its end when nothing can happen any more. Only the world
 * can see that. */
static bool is_at_end(const struct host *h)
{
    return h->last_run && !h->ending && !h->is_over && h->record.running == 0 && host_is_endless(h);
}

/* Any thread may report this, but it is the loop's thread that waits. If the wake-up does not end
 * its wait, nothing will. */
void host_stuck(void *arg, const char *waiters)
{
    struct host *h = arg;
    struct trace *t = h->record.trace;
    begin_leaving(h);
    if (t->outcome != OUTCOME_NONE)
        /* The run was cut short, and the loop does not close. */
        leave_process(h, (enum trace_outcome)t->outcome);
    if (is_at_end(h))
        leave_process(h, OUTCOME_FINISHED);
    snprintf(t->message, sizeof t->message, "%s%s", waiters,
             h->ending    ? ", while everything was being closed"
             : h->is_over ? ", though it was told to stop"
                          : "");
    if (!h->waker || h->seconds || h->ending)
        leave_process(h, OUTCOME_STUCK);
    stop_run(h, OUTCOME_STUCK);
    h->backend->async_send(h->waker);
}

/* Whichever of the loops it is. */
void host_spun(void *arg, unsigned times)
{
    struct host *h = arg;
    if (h->ending)
        return;
    snprintf(h->record.trace->message, sizeof h->record.trace->message,
             "it came back from its wait %u times in a row and called nothing", times);
    begin_leaving(h);
    if (!can_go_on(h))
        leave_process(h, OUTCOME_STARVED);
    stop_run(h, OUTCOME_STARVED);
}

/* A loop need not wait for ever: libev wakes up at least once a minute to look at its clock, and
 * waits again. This many minutes are longer than the longest timer. */
enum { IDLE_TURNS_MAX = 100000 };

void host_note_turn(struct host *h)
{
    struct trace *t = h->record.trace;
    if (h->config->clock != WORLD_VIRTUAL)
        return;
    uint64_t now = world_now_ns();
    bool in_vain = t->count == h->turn_began_events && now > h->turn_began_ns;
    if (t->count != h->turn_began_events)
        h->idle_turns = 0;
    h->idle_turns += in_vain;
    h->turn_began_events = t->count;
    h->turn_began_ns = now;
    if (h->idle_turns < IDLE_TURNS_MAX || h->ending)
        return;
    begin_leaving(h);
    snprintf(t->message, sizeof t->message, "it woke up %d times and called nothing",
             IDLE_TURNS_MAX);
    if (!can_go_on(h))
        leave_process(h, OUTCOME_STUCK);
    stop_run(h, OUTCOME_STUCK);
}

/* The program has ended; a planned action that fails now no longer matters. */
void host_failed(void *arg, const char *why)
{
    struct host *h = arg;
    if (h->ending)
        return;
    begin_leaving(h);
    snprintf(h->record.trace->message, sizeof h->record.trace->message, "%s", why);
    leave_process(h, OUTCOME_HINDERED); /* the world must not be left by a longjmp() */
}

void host_note_shortage(void *arg, const char *what)
{
    struct trace *t = ((struct host *)arg)->record.trace;
    snprintf(t->shortage, sizeof t->shortage, "%s", what);
}

void host_note_loopback(struct host *h)
{
    const int why = errno;
    if (!world_has_loopback())
        host_note_shortage(h, "this machine's loopback interface is down");
    errno = why;
}

/* ---- the way back out of a step ---- */

/* Perform `act`; host_leave() within it returns here. */
void host_guard(struct host *h, void (*act)(struct host *h, void *arg), void *arg)
{
    jmp_buf here, *before = h->step_exit;
    const struct step *step = h->step;
    if (!h->config->reuse) {
        act(h, arg);
        return;
    }
    h->step_exit = &here;
    if (setjmp(here) == 0)
        act(h, arg);
    h->step_exit = before;
    h->step = step;
}

static void on_woken(void *arg, int status)
{
    (void)arg;
    (void)status;
}

void host_make_waker(struct host *h)
{
    const struct loop_backend *b = h->backend;
    uint64_t needs = LOOP_CAN_ASYNC | LOOP_CAN_REF | LOOP_CAN_STOP;
    if (!h->config->reuse || h != h->main || !h->observer[0] || (b->can & needs) != needs)
        return;
    h->waker = b->handle_new(h->loop, LOOP_ASYNC, -1, on_woken, h);
    if (h->waker)
        b->handle_ref(h->waker, 0);
}
