/* perfetto.c - traces in the trace-event format that Perfetto and chrome://tracing open.
 *
 * A case on a backend is a process, and the lanes of the timeline are its threads:
 * one a phase, one for the iterations. A callback is a slice, so it has a begin and an
 * end; a log is an instant; an arrow leads from the callback that asked for another to
 * that one. A reader sorts by time and keeps the order of equal times, which on the
 * virtual clock are most: so what is written within a slice belongs to it. */
#include "reports/result/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "reports/result/fields.h"

/* A lane: a thread of the picture. Slices in it are nested or one after the other; a slice that
 * would be neither, such as a callback of a second loop, gets another lane of its phase. */
struct lane {
    const char *phase; /* borrowed from the events */
    uint64_t *end_ns;  /* ends of the open slices, the innermost last */
    size_t depth, room;
    uint64_t last_ns; /* time of the latest event written */
};

struct perfetto {
    FILE *out;
    char *backend; /* backend of the current run */
    size_t written;
    size_t processes;
    uint64_t arrows; /* numbers the arrows of all cases */
};

/* A case that is being written. */
struct drawing {
    struct perfetto *to;
    const struct result *r;
    size_t pid;
    struct lane *lane;
    size_t lanes, lane_room;
    size_t *lane_of;               /* by event: its lane */
    size_t *first_child, *sibling; /* by event: 1 + the index of an event that it caused; 0: none */
};

enum { ITERATIONS_TID = 1, LANES_TID = 2 };

/* Write the members that every event has; the caller adds more and closes the object. */
static void begin_event(struct perfetto *p, const char *ph, const char *name, size_t pid,
                        size_t tid)
{
    fputs(p->written++ > 0 ? ",\n{" : "\n{", p->out);
    fprintf(p->out, "\"ph\":\"%s\",\"pid\":%zu,\"tid\":%zu,\"name\":", ph, pid, tid);
    fields_print_text(p->out, name);
}

/* Microseconds, without rounding. */
static void print_ts(FILE *out, uint64_t ns)
{
    fprintf(out, ",\"ts\":%llu.%03llu", (unsigned long long)(ns / 1000),
            (unsigned long long)(ns % 1000));
}

static void name_it(struct perfetto *p, const char *what, size_t pid, size_t tid, const char *name)
{
    begin_event(p, "M", what, pid, tid);
    fputs(",\"args\":{\"name\":", p->out);
    fields_print_text(p->out, name);
    fputs("}}", p->out);
}

static void add_thread(struct perfetto *p, size_t pid, size_t tid, const char *name, int place)
{
    name_it(p, "thread_name", pid, tid, name);
    begin_event(p, "M", "thread_sort_index", pid, tid);
    fprintf(p->out, ",\"args\":{\"sort_index\":%d}}", place);
}

/* ---- lanes ---- */

static void end_slice(struct drawing *d, size_t i)
{
    struct lane *l = &d->lane[i];
    assert(l->depth > 0);
    l->last_ns = l->end_ns[--l->depth];
    fputs(d->to->written++ > 0 ? ",\n{" : "\n{", d->to->out);
    fprintf(d->to->out, "\"ph\":\"E\",\"pid\":%zu,\"tid\":%zu", d->pid, i + LANES_TID);
    print_ts(d->to->out, l->last_ns);
    putc('}', d->to->out);
}

static void end_slices_until(struct drawing *d, size_t i, uint64_t ns)
{
    while (d->lane[i].depth > 0 && d->lane[i].end_ns[d->lane[i].depth - 1] <= ns)
        end_slice(d, i);
}

static size_t add_lane(struct drawing *d, const char *phase, size_t nth)
{
    GROW(d->lane, d->lanes, d->lane_room);
    d->lane[d->lanes] = (struct lane){ .phase = phase };
    int known = trace_phase_find(phase);
    char *name = nth > 0 ? xasprintf("%s %zu", phase, nth + 1) : xstrdup(phase);
    add_thread(d->to, d->pid, d->lanes + LANES_TID, name, known >= 0 ? known + 1 : PHASE_COUNT + 1);
    free(name);
    return d->lanes++;
}

/* The first lane of the phase that has room for a slice of this extent. */
static size_t find_lane(struct drawing *d, const char *phase, uint64_t from, uint64_t to)
{
    size_t nth = 0;
    for (size_t i = 0; i < d->lanes; i++) {
        struct lane *l = &d->lane[i];
        if (strcmp(l->phase, phase) != 0)
            continue;
        nth++;
        size_t depth = l->depth;
        while (depth > 0 && l->end_ns[depth - 1] <= from)
            depth--;
        bool inside = depth == 0 || to <= l->end_ns[depth - 1];
        if (inside && from >= l->last_ns)
            return i;
    }
    return add_lane(d, phase, nth);
}

/* ---- events ---- */

static uint64_t end_of(const struct result_event *e)
{
    return e->took_ns > UINT64_MAX - e->at_ns ? UINT64_MAX : e->at_ns + e->took_ns;
}

static void find_children(struct drawing *d)
{
    for (size_t i = d->r->event_count; i-- > 0;) {
        const struct result_event *e = &d->r->event[i];
        size_t cause = result_find_cause(d->r, e);
        if (!e->is_callback || cause >= i)
            continue;
        d->sibling[i] = d->first_child[cause];
        d->first_child[cause] = i + 1;
    }
}

/* An arrow's id is that of the event it leads to. */
static void draw_arrow(struct drawing *d, const char *ph, size_t tid, uint64_t at_ns, size_t to)
{
    unsigned long long id = d->to->arrows + to;
    begin_event(d->to, ph, "cause", d->pid, tid);
    fprintf(d->to->out, ",\"cat\":\"cause\",\"id\":%llu%s", id, *ph == 'f' ? ",\"bp\":\"e\"" : "");
    print_ts(d->to->out, at_ns);
    putc('}', d->to->out);
}

static void draw_callback(struct drawing *d, size_t i)
{
    const struct result_event *e = &d->r->event[i];
    FILE *out = d->to->out;
    size_t at = find_lane(d, e->phase, e->at_ns, end_of(e));
    struct lane *l = &d->lane[at];
    end_slices_until(d, at, e->at_ns);
    GROW(l->end_ns, l->depth, l->room);
    l->end_ns[l->depth++] = end_of(e);
    l->last_ns = e->at_ns;
    d->lane_of[i] = at;
    begin_event(d->to, "B", *e->label ? e->label : e->kind, d->pid, at + LANES_TID);
    fputs(",\"cat\":", out);
    fields_print_text(out, e->kind);
    print_ts(out, e->at_ns);
    fprintf(out, ",\"args\":{\"index\":%llu,\"iteration\":%u", (unsigned long long)e->index,
            e->iteration);
    if (e->due_ns != TRACE_NO_DUE)
        fprintf(out, ",\"due_ns\":%llu", (unsigned long long)e->due_ns);
    fputs("}}", out);
    if (result_find_cause(d->r, e) < i)
        draw_arrow(d, "f", at + LANES_TID, e->at_ns, i);
    for (size_t child = d->first_child[i]; child > 0; child = d->sibling[child - 1])
        draw_arrow(d, "s", at + LANES_TID, e->at_ns, child - 1);
}

/* A log is in the lane of the callback that logged it. */
static void draw_log(struct drawing *d, size_t i)
{
    const struct result_event *e = &d->r->event[i];
    size_t cause = result_find_cause(d->r, e);
    size_t at = cause < i ? d->lane_of[cause] : find_lane(d, e->phase, e->at_ns, e->at_ns);
    if (e->at_ns > 0) /* a slice that ends at this instant may be the one that logs */
        end_slices_until(d, at, e->at_ns - 1);
    d->lane_of[i] = at;
    begin_event(d->to, "i", e->label, d->pid, at + LANES_TID);
    fputs(",\"s\":\"t\",\"cat\":", d->to->out);
    fields_print_text(d->to->out, e->kind);
    print_ts(d->to->out, e->at_ns);
    fprintf(d->to->out, ",\"args\":{\"index\":%llu", (unsigned long long)e->index);
    if (e->has_value) {
        fputs(",\"value\":", d->to->out);
        fields_print_text(d->to->out, e->value);
    }
    fputs("}}", d->to->out);
}

static void draw_iteration(struct drawing *d, uint32_t number, uint64_t from, uint64_t to)
{
    char name[32];
    snprintf(name, sizeof name, "iteration %u", number);
    for (int end = 0; end < 2; end++) {
        begin_event(d->to, end ? "E" : "B", name, d->pid, ITERATIONS_TID);
        print_ts(d->to->out, end ? to : from);
        putc('}', d->to->out);
    }
}

/* An iteration lasts from its first event to its last; two loops take turns here. */
static void draw_iterations(struct drawing *d)
{
    uint64_t from = 0, to = 0;
    uint32_t number = 0;
    for (size_t i = 0; i <= d->r->event_count; i++) {
        const struct result_event *e = i < d->r->event_count ? &d->r->event[i] : NULL;
        if (e && e->iteration == number) {
            to = end_of(e) > to ? end_of(e) : to;
            continue;
        }
        if (number > 0)
            draw_iteration(d, number, from, to);
        if (!e)
            break;
        number = e->iteration;
        from = e->at_ns > to ? e->at_ns : to;
        to = end_of(e) > from ? end_of(e) : from;
    }
}

/* ---- the writer ---- */

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct perfetto *p = xcalloc(1, sizeof *p);
    p->out = out;
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"loopspec\":", out);
    fields_print_text(out, plan->version);
    fputs("},\"traceEvents\":[", out);
    return p;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct perfetto *p = state;
    free(p->backend);
    p->backend = xasprintf("%s %s", run->backend, run->version);
}

static void draw_events(struct drawing *d)
{
    for (size_t i = 0; i < d->r->event_count; i++) {
        if (d->r->event[i].is_callback)
            draw_callback(d, i);
        else
            draw_log(d, i);
    }
    for (size_t i = 0; i < d->lanes; i++) {
        while (d->lane[i].depth > 0)
            end_slice(d, i);
        free(d->lane[i].end_ns);
    }
}

/* A case that did not run has no timeline. */
static void take_result(void *state, const struct result *r)
{
    struct perfetto *p = state;
    if (r->event_count == 0)
        return;
    struct drawing d = { .to = p, .r = r, .pid = ++p->processes };
    d.lane_of = xcalloc(r->event_count, sizeof *d.lane_of);
    d.first_child = xcalloc(r->event_count, sizeof *d.first_child);
    d.sibling = xcalloc(r->event_count, sizeof *d.sibling);
    char *name = xasprintf("%s %s %s", p->backend, r->name, verdict_name(r->verdict));
    name_it(p, "process_name", d.pid, 0, name);
    add_thread(p, d.pid, ITERATIONS_TID, "iterations", 0);
    find_children(&d);
    draw_iterations(&d);
    draw_events(&d);
    p->arrows += r->event_count;
    free(name);
    free(d.sibling);
    free(d.first_child);
    free(d.lane_of);
    free(d.lane);
}

static void end_run(void *state, const struct result_summary *summary)
{
    (void)state;
    (void)summary;
}

static void end(void *state)
{
    struct perfetto *p = state;
    fputs("\n]}\n", p->out);
    free(p->backend);
    free(p);
}

const struct report_format report_perfetto = {
    .name = "perfetto",
    .what = "timelines for Perfetto and chrome://tracing",
    .shows_events = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = take_result,
    .run_end = end_run,
    .end = end,
};
