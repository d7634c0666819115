#include "figures/figures.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"

static const uint8_t roles[] = {
#define KIND(id, role, ...) [TRACE_##id] = FIGURES_##role,
#include "trace/kind_table.h"
};

enum { KINDS_MAX = 1 << 8 }; /* what the event's bit field can hold, valid or not */

enum figures_role figures_role(const char *kind)
{
    for (size_t i = 0; i < ARRAY_SIZE(roles); i++)
        if (strcmp(trace_kind_name((enum trace_kind)i), kind) == 0)
            return (enum figures_role)roles[i];
    /* Words of scenarios whose callbacks are microtasks. */
    bool is_job = strcmp(kind, "promise") == 0 || strcmp(kind, "await") == 0;
    return is_job ? FIGURES_MICROTASK : FIGURES_UNKNOWN;
}

/* ---- samples ---- */

struct sample {
    int64_t value;
    uint64_t count; /* how often in a row */
};

struct series {
    struct sample *sample;
    size_t count, room;
};

static void series_add(struct series *s, int64_t value)
{
    if (s->count > 0 && s->sample[s->count - 1].value == value) {
        s->sample[s->count - 1].count++;
        return;
    }
    PUSH(s->sample, s->count, s->room, (struct sample){ value, 1 });
}

static int compare_samples(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

static int64_t saturate(bool overflown, int64_t sum, int64_t toward)
{
    return !overflown ? sum : toward < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t sum_of(const struct series *s)
{
    int64_t sum = 0;
    for (size_t i = 0; i < s->count; i++) {
        int64_t value = s->sample[i].value, product, next;
        bool over = __builtin_mul_overflow(value, s->sample[i].count, &product);
        product = saturate(over, product, value);
        over = __builtin_add_overflow(sum, product, &next);
        sum = saturate(over, next, product);
    }
    return sum;
}

/* The smallest value that at least `percent` of the sorted samples do not exceed. */
static int64_t rank_value(const struct series *s, uint64_t total, uint64_t percent)
{
    uint64_t rank = (total * percent + 99) / 100, below = 0;
    size_t i = 0;
    while ((below += s->sample[i].count) < rank)
        i++;
    return s->sample[i].value;
}

/* Sorts the samples and frees them. */
static struct figures_spread series_finish(struct series *s)
{
    struct figures_spread out = { 0 };
    for (size_t i = 0; i < s->count; i++)
        out.count += s->sample[i].count;
    if (out.count > 0) {
        qsort(s->sample, s->count, sizeof *s->sample, compare_samples);
        out.min_ns = s->sample[0].value;
        out.max_ns = s->sample[s->count - 1].value;
        out.mean_ns = sum_of(s) / (int64_t)out.count;
        out.p50_ns = rank_value(s, out.count, 50);
        out.p99_ns = rank_value(s, out.count, 99);
    }
    free(s->sample);
    *s = (struct series){ 0 };
    return out;
}

/* ---- the pass over the trace ---- */

struct samples { /* of one handle; parallel to the array of handles */
    struct series late, period;
    uint64_t at_ns; /* of the latest call */
};

struct scan {
    struct figures *out;
    const struct trace *trace;
    const char *const *string;
    uint32_t string_count;
    enum figures_role role[KINDS_MAX];
    uint32_t *by_label; /* 1 + index among the handles; 0: none yet */
    struct samples *samples;
    size_t room, samples_room;
    struct series lateness, latency;
    uint64_t ticks, microtasks; /* in the current run of them */
    /* the current stretch */
    bool timers_at_tail;
    bool timers_wait; /* a timer never joins the pass that started it */
    uint32_t polls;   /* how many poll steps came before it */
    uint64_t from_ns, till_ns, callbacks;
    bool past_entry; /* an event of the first iteration came that belongs after timers */
    uint64_t pass_event, pass_ns; /* the first timer called before the first poll */
};

#define NO_EVENT UINT64_MAX

static struct samples *handle_of(struct scan *s, const struct trace_event *ev)
{
    struct figures *f = s->out;
    uint32_t place = s->by_label[ev->label];
    if (place > 0)
        return &s->samples[place - 1];
    size_t samples_count = f->handle_count;
    GROW(s->samples, samples_count, s->samples_room);
    GROW(f->handle, f->handle_count, s->room);
    s->samples[f->handle_count] = (struct samples){ 0 };
    f->handle[f->handle_count] = (struct figures_handle){
        .name = xstrdup(s->string[ev->label]),
        .label = ev->label,
        .kind = (enum trace_kind)ev->kind,
        .role = s->role[ev->kind],
    };
    s->by_label[ev->label] = (uint32_t)++f->handle_count;
    return &s->samples[f->handle_count - 1];
}

static void measure_handle(struct scan *s, const struct trace_event *ev, bool is_due, int64_t late)
{
    if (ev->label == 0 || ev->label >= s->string_count || s->role[ev->kind] == FIGURES_CLOSING)
        return;
    struct samples *m = handle_of(s, ev);
    struct figures_handle *h = &s->out->handle[s->by_label[ev->label] - 1];
    if (is_due)
        series_add(&m->late, late);
    if (h->calls++ > 0)
        series_add(&m->period, (int64_t)(ev->at_ns - m->at_ns));
    m->at_ns = ev->at_ns;
}

static void measure_call(struct scan *s, const struct trace_event *ev)
{
    enum figures_role role = s->role[ev->kind];
    bool is_due = ev->due_ns != TRACE_NO_DUE && (role == FIGURES_TIMER || role == FIGURES_IO);
    int64_t late = is_due ? (int64_t)(ev->at_ns - ev->due_ns) : 0;
    if (is_due)
        series_add(role == FIGURES_TIMER ? &s->lateness : &s->latency, late);
    measure_handle(s, ev, is_due, late);
    s->ticks = role == FIGURES_TICK ? s->ticks + 1 : 0;
    s->microtasks = role == FIGURES_MICROTASK ? s->microtasks + 1 : 0;
    if (s->ticks > s->out->tick_run)
        s->out->tick_run = s->ticks;
    if (s->microtasks > s->out->microtask_run)
        s->out->microtask_run = s->microtasks;
}

/* ---- stretches between polls ---- */

/* Timers at the tail, first iteration: does the first poll step come before this timer, or does it
 * belong to the pass on entry? The poll comes before it if the loop was seen to continue, if time
 * passed that only a wait explains, or if the timer started too late for the pass on entry. */
static bool follows_first_poll(const struct scan *s, const struct trace_event *ev)
{
    if (s->past_entry || s->polls > 0)
        return true;
    if (ev->due_ns == TRACE_NO_DUE) /* no timer: it belongs with the event that caused it */
        return false;
    if (s->pass_event == NO_EVENT)
        return ev->at_ns > s->till_ns && ev->at_ns == ev->due_ns;
    return ev->due_ns > s->pass_ns || (s->timers_wait && ev->cause > s->pass_event);
}

/* How many poll steps come before this event. */
static uint32_t polls_before(const struct scan *s, const struct trace_event *ev)
{
    uint32_t one_less = ev->iteration > 0 ? ev->iteration - 1u : 0;
    switch ((enum trace_phase)ev->phase) {
    case PHASE_PENDING:
    case PHASE_IDLE:
    case PHASE_PREPARE: return one_less;
    case PHASE_TIMERS:
        if (!s->timers_at_tail)
            return one_less;
        return ev->iteration == 1 && !follows_first_poll(s, ev) ? 0 : ev->iteration;
    default: return ev->iteration;
    }
}

static void end_stretch(struct scan *s)
{
    struct figures *f = s->out;
    assert(s->till_ns >= s->from_ns);
    uint64_t took = s->till_ns - s->from_ns;
    f->busy_ns += took;
    if (took > f->starvation_ns)
        f->starvation_ns = took;
    if (s->callbacks > f->starvation_callbacks)
        f->starvation_callbacks = s->callbacks;
    s->callbacks = 0;
}

static void note_first_iteration(struct scan *s, const struct trace_event *ev, uint64_t event)
{
    if (ev->phase == PHASE_TIMERS && s->pass_event == NO_EVENT) {
        s->pass_event = event;
        s->pass_ns = ev->at_ns;
    }
    if (ev->phase == PHASE_PENDING || ev->phase == PHASE_IDLE || ev->phase == PHASE_PREPARE)
        s->past_entry = true;
}

/* Logs within a callback lie within its time; only logs of the main program add information. */
static void measure_stretch(struct scan *s, const struct trace_event *ev, uint64_t event)
{
    bool is_call = trace_is_callback((enum trace_kind)ev->kind);
    if (!is_call && ev->phase != PHASE_MAIN)
        return;
    uint32_t polls = polls_before(s, ev);
    if (polls > s->polls) {
        end_stretch(s);
        s->polls = polls;
        s->from_ns = s->till_ns = ev->at_ns;
    }
    if (s->polls == 0)
        note_first_iteration(s, ev, event);
    uint64_t end = ev->at_ns + (is_call ? ev->took_ns : 0);
    if (end > s->till_ns)
        s->till_ns = end;
    s->callbacks += is_call;
    if (ev->iteration > s->out->iterations)
        s->out->iterations = ev->iteration;
}

/* ---- all of it ---- */

static void finish(struct scan *s)
{
    struct figures *f = s->out;
    f->lateness = series_finish(&s->lateness);
    f->latency = series_finish(&s->latency);
    for (size_t i = 0; i < f->handle_count; i++) {
        f->handle[i].drift_ns = sum_of(&s->samples[i].late);
        f->handle[i].late = series_finish(&s->samples[i].late);
        f->handle[i].period = series_finish(&s->samples[i].period);
    }
    free(s->samples);
    free(s->by_label);
    if (!f->phases)
        return;
    end_stretch(s);
    f->idle_ns = s->trace->end_ns > f->busy_ns ? s->trace->end_ns - f->busy_ns : 0;
}

void figures_init(struct figures *f, const struct trace *t, const char *const *string,
                  uint32_t string_count, const struct profile *profile)
{
    static const struct version waits = { { 1, 48, 0 } };
    struct scan s = {
        .out = f,
        .trace = t,
        .string = string,
        .string_count = string_count,
        .timers_at_tail = profile_has_timers_at_tail(profile),
        .timers_wait = version_compare(profile->libuv, waits) >= 0,
        .till_ns = t->run_ns, /* the time that the main program took until then is busy time */
        .pass_event = NO_EVENT,
    };
    *f = (struct figures){ .phases = t->phases, .wakeups = t->wakeups };
    for (int kind = 0; kind < TRACE_KIND_COUNT; kind++)
        s.role[kind] = figures_role(trace_kind_name((enum trace_kind)kind));
    s.by_label = xcalloc(string_count, sizeof *s.by_label);
    for (uint64_t i = 0; i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        if (trace_is_callback((enum trace_kind)ev->kind))
            measure_call(&s, ev);
        if (f->phases)
            measure_stretch(&s, ev, i);
    }
    finish(&s);
}

void figures_release(struct figures *f)
{
    for (size_t i = 0; i < f->handle_count; i++)
        free(f->handle[i].name);
    free(f->handle);
    *f = (struct figures){ 0 };
}

const struct figures_handle *figures_find(const struct figures *f, const char *name)
{
    for (size_t i = 0; i < f->handle_count; i++)
        if (strcmp(f->handle[i].name, name) == 0)
            return &f->handle[i];
    return NULL;
}

double figures_utilization(const struct figures *f)
{
    uint64_t all = f->busy_ns + f->idle_ns;
    return all ? (double)f->busy_ns / (double)all : 0;
}

char *figures_print_ns(int64_t ns, char buffer[32])
{
    char text[32];
    uint64_t size = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
    snprintf(buffer, 32, "%s%.30s", ns < 0 ? "-" : "", lex_print_duration(size, text));
    return buffer;
}

char *figures_print_short(int64_t ns, char buffer[32])
{
    if (ns % 1000 == 0)
        return figures_print_ns(ns, buffer);
    snprintf(buffer, 32, "%.3fms", (double)ns / 1e6);
    return buffer;
}
