#include "reports/format/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"
#include "reports/result/format.h"

struct json_report {
    FILE *out;
    size_t runs;  /* begun */
    size_t cases; /* written in the current run */
};

/* jansson fails only without memory, and is given ours. */
static void set(json_t *object, const char *key, json_t *value)
{
    int rc = json_object_set_new_nocheck(object, key, value);
    assert(rc == 0);
    (void)rc;
}

static json_t *count(uint64_t n)
{
    return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

json_t *report_json_text(const char *text)
{
    char *valid = text_clean(text, TEXT_VALID);
    json_t *string = json_string(valid);
    free(valid);
    assert(string);
    return string;
}

static const char *type_of(const struct result_event *e)
{
    if (e->is_callback)
        return "callback";
    return strcmp(e->kind, trace_kind_name(TRACE_CALL)) == 0 ? "call" : "log";
}

json_t *report_json_event(const struct result_event *e)
{
    json_t *o = json_object();
    set(o, "type", json_string(type_of(e)));
    set(o, "label", report_json_text(e->label));
    set(o, "kind", report_json_text(e->kind));
    set(o, "phase", report_json_text(e->phase));
    set(o, "iteration", count(e->iteration));
    set(o, "at_ns", count(e->at_ns));
    set(o, "due_ns", e->due_ns == TRACE_NO_DUE ? json_null() : count(e->due_ns));
    set(o, "cause", count(e->cause));
    if (e->is_callback)
        set(o, "took_ns", count(e->took_ns));
    if (e->has_value)
        set(o, "value", report_json_text(e->value));
    return o;
}

/* ---- figures ---- */

static json_t *spread(const struct figures_spread *s)
{
    json_t *o = json_object();
    set(o, "count", count(s->count));
    set(o, "min_ns", json_integer(s->min_ns));
    set(o, "mean_ns", json_integer(s->mean_ns));
    set(o, "p50_ns", json_integer(s->p50_ns));
    set(o, "p99_ns", json_integer(s->p99_ns));
    set(o, "max_ns", json_integer(s->max_ns));
    return o;
}

static void set_spread(json_t *o, const char *key, const struct figures_spread *s)
{
    if (s->count > 0)
        set(o, key, spread(s));
}

static json_t *list_handles(const struct figures *f)
{
    json_t *list = json_array();
    for (size_t i = 0; i < f->handle_count; i++) {
        const struct figures_handle *h = &f->handle[i];
        json_t *o = json_object();
        set(o, "name", report_json_text(h->name));
        set(o, "kind", json_string(trace_kind_name(h->kind)));
        set(o, "calls", count(h->calls));
        set_spread(o, h->role == FIGURES_TIMER ? "lateness" : "latency", &h->late);
        if (h->role == FIGURES_TIMER && h->late.count > 0)
            set(o, "drift_ns", json_integer(h->drift_ns));
        if (h->role == FIGURES_TIMER)
            set_spread(o, "period", &h->period);
        json_array_append_new(list, o);
    }
    return list;
}

json_t *report_json_figures(const struct figures *f)
{
    json_t *o = json_object();
    if (f->phases) {
        set(o, "iterations", count(f->iterations));
        set(o, "starvation_ns", count(f->starvation_ns));
        set(o, "starvation_callbacks", count(f->starvation_callbacks));
        set(o, "busy_ns", count(f->busy_ns));
        set(o, "idle_ns", count(f->idle_ns));
        set(o, "utilization", json_real(figures_utilization(f)));
    }
    set(o, "tick_run", count(f->tick_run));
    set(o, "microtask_run", count(f->microtask_run));
    set_spread(o, "lateness", &f->lateness);
    set_spread(o, "latency", &f->latency);
    set(o, "handles", list_handles(f));
    return o;
}

/* ---- cases ---- */

static json_t *list_texts(const char *const *text, size_t n)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, report_json_text(text[i]));
    return list;
}

/* An event's place in the list is its index, unless events were left out. */
static json_t *list_events(const struct result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->event_count; i++) {
        json_t *event = report_json_event(&r->event[i]);
        if (r->truncated)
            set(event, "index", count(r->event[i].index));
        json_array_append_new(list, event);
    }
    return list;
}

static json_t *list_broken(const struct result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->broken_count; i++)
        json_array_append_new(list, count(r->broken[i]));
    return list;
}

static void set_if_any(json_t *object, const char *key, const char *text)
{
    if (text && *text)
        set(object, key, report_json_text(text));
}

json_t *report_json_case(const struct result *r)
{
    json_t *o = json_object();
    set(o, "case", report_json_text(r->name));
    set(o, "title", report_json_text(r->title));
    set(o, "rules", list_texts(r->rule, r->rule_count));
    set(o, "verdict", json_string(verdict_name(r->verdict)));
    set(o, "reason", report_json_text(r->reason));
    set(o, "events", count(r->events));
    set(o, "unjudged", count(r->unjudged));
    set(o, "real_ns", count(r->real_ns));
    set(o, "virtual_ns", count(r->virtual_ns));
    set(o, "trace", list_events(r));
    set(o, "truncated", json_boolean(r->truncated));
    if (r->figures)
        set(o, "figures", report_json_figures(r->figures));
    /* Other reports are made from this one, so what they tell must be in it. */
    set_if_any(o, "marks", r->marks);
    if (r->broken_count > 0)
        set(o, "broken", list_broken(r));
    set_if_any(o, "detail", r->detail);
    set_if_any(o, "replay", r->replay);
    set_if_any(o, "output", r->output);
    return o;
}

/* Takes the reference. What a reader of logs would obey stands in a string, where a '#' can be
 * written in another way; see base/text.h. */
static void dump(FILE *out, json_t *value)
{
    char *text = json_dumps(value, REPORT_JSON_FLAGS | JSON_ENCODE_ANY);
    assert(text);
    const char *from = text;
    for (const char *at = text; (at = strchr(at, '#')); at++) {
        if (!text_is_command(at, false))
            continue;
        fprintf(out, "%.*s\\u0023", (int)(at - from), from);
        from = at + 1;
    }
    fputs(from, out);
    free(text);
    json_decref(value);
}

static void dump_member(FILE *out, const char *key, const char *value)
{
    fprintf(out, "\"%s\":", key);
    dump(out, report_json_text(value));
    putc(',', out);
}

/* ---- what results are about ---- */

static json_t *about_source(const struct about_source *s)
{
    json_t *o = json_object();
    set(o, "id", report_json_text(s->id));
    set(o, "title", report_json_text(s->title));
    set(o, "code", json_boolean(s->is_code));
    return o;
}

static json_t *about_rule(const struct about_rule *r)
{
    json_t *o = json_object();
    set(o, "id", report_json_text(r->id));
    set(o, "says", report_json_text(r->says));
    set(o, "level", report_json_text(r->level));
    set(o, "layer", report_json_text(r->layer));
    set(o, "sources", list_texts(r->source, r->source_count));
    set(o, "linux", json_boolean(r->on_linux));
    set_if_any(o, "note", r->note);
    set_if_any(o, "profiles", r->profiles);
    set_if_any(o, "informative", r->informative);
    return o;
}

static json_t *about_case(const struct about_case *c)
{
    json_t *o = json_object();
    set(o, "name", report_json_text(c->name));
    set(o, "layer", report_json_text(c->layer));
    set(o, "path", report_json_text(c->path));
    set(o, "scenario", report_json_text(c->scenario));
    if (c->expected) {
        set(o, "expected_path", report_json_text(c->expect_path));
        set(o, "expected", report_json_text(c->expected));
    }
    set_if_any(o, "js", c->js);
    set_if_any(o, "c", c->c);
    return o;
}

static void dump_about(FILE *out, const struct about *a)
{
    fputs("\"suite\":{\"sources\":[", out);
    for (size_t i = 0; i < a->source_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        dump(out, about_source(&a->source[i]));
    }
    fputs("\n],\"rules\":[", out);
    for (size_t i = 0; i < a->rule_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        dump(out, about_rule(&a->rule[i]));
    }
    fputs("\n],\"cases\":[", out);
    for (size_t i = 0; i < a->item_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        dump(out, about_case(&a->item[i]));
    }
    fputs("\n]},\n", out);
}

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct json_report *j = xcalloc(1, sizeof *j);
    j->out = out;
    putc('{', out);
    dump_member(out, "loopspec", plan->version);
    fprintf(out, "\"schema\":%d,", REPORT_JSON_SCHEMA);
    if (plan->date)
        dump_member(out, "date", plan->date);
    if (plan->about)
        dump_about(out, plan->about);
    fputs("\"runs\":[", out);
    return j;
}

static void begin_run(void *state, const struct result_run *run)
{
    struct json_report *j = state;
    fputs(j->runs++ > 0 ? ",\n{" : "\n{", j->out);
    dump_member(j->out, "backend", run->backend);
    dump_member(j->out, "version", run->version);
    dump_member(j->out, "profile", run->profile);
    dump_member(j->out, "clock", run->clock);
    dump_member(j->out, "os", run->os);
    if (run->shard)
        dump_member(j->out, "shard", run->shard);
    if (run->note)
        dump_member(j->out, "note", run->note);
    fputs("\"cases\":[", j->out);
    j->cases = 0;
}

static void write_result(void *state, const struct result *r)
{
    struct json_report *j = state;
    fputs(j->cases++ > 0 ? ",\n" : "\n", j->out);
    dump(j->out, report_json_case(r));
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct json_report *j = state;
    json_t *o = json_object();
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        set(o, verdict_name((enum verdict)v), count(summary->count[v]));
    fputs("\n],\"summary\":", j->out);
    dump(j->out, o);
    fprintf(j->out, ",\"real_ns\":%llu}", (unsigned long long)summary->real_ns);
}

static void end(void *state)
{
    struct json_report *j = state;
    fputs("\n]}\n", j->out);
    free(j);
}

const struct report_format report_json = {
    .name = "json",
    .what = "results for machines, one case a line; every other report can be made from it",
    .tells_about = true,
    .shows_events = true,
    .begin = begin,
    .run_begin = begin_run,
    .result = write_result,
    .run_end = end_run,
    .end = end,
};
