/* early_exit.c - the ways out of a run that does not come to its end.
 *
 * Its budget is used up, the world is stuck, a step asks for what the scenario has no
 * sense for, the program exits. The loop is in the midst of something then, and the
 * process ends with it. In a process that is to run another program the outcome is
 * recorded, what is being performed is left by a jump, but never over a frame of the
 * loop's, and the loop is asked to stop; whatever it still calls does nothing. A loop
 * that waits for ever is woken for that. */
#include "host/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static void record_outcome(struct host *h, enum trace_outcome outcome)
{
    struct trace *t = h->record.trace;
    if (!h->main->ending)
        t->end_ns = h->main->is_over && h->main->ended_ns ? h->main->ended_ns : world_now_ns();
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

/* Other threads of the scenario's cannot be led out of where they are, and a loop that
 * is being closed would not know a second end from the first. */
static bool can_stay(const struct host *h)
{
    return h->config->reuse && h == h->main && !h->seconds && !h->ending && h->loop &&
           pthread_equal(h->self, pthread_self()) && (h->backend->can & LOOP_CAN_STOP);
}

/* The outcome is that of the thread which comes here first; the process ends under
 * any other. */
static void begin_leaving(struct host *h)
{
    pthread_mutex_lock(&h->main->leaving);
}

static void stop_run(struct host *h, enum trace_outcome outcome)
{
    record_outcome(h, outcome);
    h->ending = true;
    h->thrown = false;
    h->backend->stop(h->loop);
    pthread_mutex_unlock(&h->leaving);
}

/* With the lock. */
static void cut(struct host *h, enum trace_outcome outcome)
{
    if (!can_stay(h))
        leave_process(h, outcome);
    stop_run(h, outcome);
    if (h->escape)
        longjmp(*h->escape, 1);
}

void host_cut(struct host *h, enum trace_outcome outcome)
{
    begin_leaving(h);
    cut(h, outcome);
}

/* With the lock, from within a step. */
static _Noreturn void leave(struct host *h, enum trace_outcome outcome)
{
    if (h->escape)
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

/* A loop that has no end of its own has come to it when nothing can happen any more: it
 * is not for the loop to see. */
static bool is_at_end(const struct host *h)
{
    return h->last_run && !h->ending && !h->is_over && h->record.running == 0 && host_is_endless(h);
}

/* Whichever thread sees it, the one that waits is the loop's. If a wake-up does not get
 * it out of its wait, nothing will. */
void host_stuck(void *arg, const char *waiters)
{
    struct host *h = arg;
    struct trace *t = h->record.trace;
    begin_leaving(h);
    if (t->outcome != OUTCOME_NONE)
        leave_process(h, (enum trace_outcome)t->outcome); /* it was cut, and does not close */
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

/* A loop may never wait for ever: libev wakes up after a minute at the latest, to look at
 * its clock, and then waits again. So many minutes are more than the longest timer. */
enum { TURNS_IN_VAIN_MAX = 100000 };

void host_note_turn(struct host *h)
{
    struct trace *t = h->record.trace;
    if (h->config->clock != WORLD_VIRTUAL)
        return;
    uint64_t now = world_now_ns();
    bool in_vain = t->count == h->turned_events && now > h->turned_ns;
    if (t->count != h->turned_events)
        h->turned_in_vain = 0;
    h->turned_in_vain += in_vain;
    h->turned_events = t->count;
    h->turned_ns = now;
    if (h->turned_in_vain < TURNS_IN_VAIN_MAX || h->ending)
        return;
    begin_leaving(h);
    snprintf(t->message, sizeof t->message, "it woke up %d times and called nothing",
             TURNS_IN_VAIN_MAX);
    if (!can_stay(h))
        leave_process(h, OUTCOME_STUCK);
    stop_run(h, OUTCOME_STUCK);
}

/* What was planned for an instant after the program's end has nobody to be missed by. */
void host_failed(void *arg, const char *why)
{
    struct host *h = arg;
    if (h->ending)
        return;
    h->escape = NULL; /* the world is in the midst of something */
    host_fail(h, NULL, "%s", why);
}

void host_lacks(void *arg, const char *what)
{
    struct trace *t = ((struct host *)arg)->record.trace;
    snprintf(t->shortage, sizeof t->shortage, "%s", what);
}

/* ---- what makes it possible ---- */

/* Do `act` such that host_leave() can come back from it. */
void host_guard(struct host *h, void (*act)(struct host *h, void *arg), void *arg)
{
    jmp_buf here, *before = h->escape;
    const struct step *step = h->step;
    if (!h->config->reuse) {
        act(h, arg);
        return;
    }
    h->escape = &here;
    if (setjmp(here) == 0)
        act(h, arg);
    h->escape = before;
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
