/* process.c - signals and child processes. */
#include "host/inside.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

void process_start_signal(struct host *h, struct object *o, const struct step *s)
{
    const struct step *watched = s->option == NO_OPTION ? o->step : s;
    int number = step_choice(watched)->number;
    o->signal = watched->option;
    h->result = s->once ? h->backend->signal_start_once(o->handle, number)
                        : h->backend->signal_start(o->handle, number);
}

void process_make_signal(struct host *h, const struct step *s)
{
    struct object *o = object_add_handle(h, s, TRACE_SIGNAL, LOOP_SIGNAL, -1);
    if (!s->stopped)
        process_start_signal(h, o, s);
}

/* The loop decides which watchers a signal is for; here we only store which callback raised it. */
static void note_cause(struct host *h, uint8_t signal)
{
    for (struct object *o = h->objects; o; o = o->next)
        if (o->kind == TRACE_SIGNAL && o->signal == signal)
            o->cause = h->record.running;
}

void process_raise(struct host *h, const struct step *s)
{
    note_cause(h, s->option);
    if (s->after_ns == NO_TIME)
        world_raise(step_choice(s)->number);
    else
        world_raise_after(s->after_ns, step_choice(s)->number);
}

/* When the step is done the child has ended, as far as the scenario can see: how long a process
 * really takes is not under our control. */
static void start_short(struct host *h, struct object *o)
{
    char program[] = "true", shell[] = "sh", option[] = "-c", script[16];
    char *const plain[] = { program, NULL }, *const exits[] = { shell, option, script, NULL };
    uint32_t status = o->step->count;
    snprintf(script, sizeof script, "exit %u", status);
    o->handle = h->backend->spawn(h->loop, status == NO_COUNT ? plain : exits, object_called, o,
                                  &o->child_pid);
    if (o->handle)
        world_child_settle(o->child_pid);
}

static void start_lasting(struct host *h, struct object *o)
{
    const struct step *s = o->step;
    o->child = world_child_open(s->count == NO_COUNT ? 0 : s->count);
    if (!o->child)
        host_fail(h, s, "no descriptor left");
    o->handle = h->backend->spawn(h->loop, world_child_argv(o->child), object_called, o,
                                  &o->child_pid);
    if (o->handle)
        world_child_started(o->child, o->child_pid, s->after_ns);
}

void process_make_child(struct host *h, const struct step *s)
{
    static_assert(NO_TIME == UINT64_MAX, "a child without an instant lasts");
    struct object *o = object_add(h, s, TRACE_CHILD, sizeof *o);
    bool lives = s->lasts || s->after_ns != NO_TIME;
    if (lives)
        start_lasting(h, o);
    else
        start_short(h, o);
    if (!o->handle)
        host_fail(h, s, "the backend could not start a process");
    o->awaited = !s->lasts;
}

/* If it is refused there is no handle, so nothing needs to be closed. */
void process_make_nowhere(struct host *h, const struct step *s)
{
    char program[] = "/nowhere";
    char *const argv[] = { program, NULL };
    struct object *o = object_add(h, s, TRACE_CHILD, sizeof *o);
    errno = 0;
    o->handle = h->backend->spawn(h->loop, argv, object_called, o, &o->child_pid);
    h->result = o->handle ? 0 : -errno;
}

/* Block all signals on the loop's thread while the body runs. No other thread takes them, as long
 * as there is none. */
void process_block(struct host *h, const struct step *s)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    host_perform(h, s->body);
    world_signals_unblock(&before);
}

/* All signals but one end a process that does not handle them. */
void process_kill(struct host *h, const struct step *s)
{
    struct object *o = object_find(h, s);
    h->result = h->backend->child_kill(o->handle, step_choice(s)->number);
    if (h->result != 0 || s->option == SIGNAL_WINCH || !o->child)
        return;
    world_child_killed(o->child);
    o->cause = h->record.running;
    o->awaited = !o->closing;
}
