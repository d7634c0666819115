/* process.c - what a process is told by the system: signals, and the ends of its
 * children. */
#include "host/inside.h"

void process_start_signal(struct host *h, struct object *o)
{
    h->result = h->backend->signal_start(o->handle, step_choice(o->step)->number);
}

void process_make_signal(struct host *h, const struct step *s)
{
    process_start_signal(h, object_add_handle(h, s, TRACE_SIGNAL, LOOP_SIGNAL, -1));
}

/* For whom a signal is, the loop decides; who asked for it is known here. */
static void note_cause(struct host *h, uint8_t signal)
{
    for (struct object *o = h->objects; o; o = o->next)
        if (o->kind == TRACE_SIGNAL && o->step->option == signal)
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

/* For the scenario the child has ended when the step is done: how long a process
 * takes is not ours to say. */
void process_make_child(struct host *h, const struct step *s)
{
    char program[] = "true";
    char *const argv[] = { program, NULL };
    int pid = 0;
    struct object *o = object_add(h, s, TRACE_CHILD, sizeof *o);
    o->handle = h->backend->spawn(h->loop, argv, object_called, o, &pid);
    if (!o->handle)
        host_fail(h, s, "the backend could not start a process");
    o->awaited = true;
    world_child_settle(pid);
}
