/* From JSON to results. jansson's unpacking checks keys and types; what remains is said
 * here. */
#include "reports/stored/stored_inside.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "reports/format/json.h"

struct reading {
    struct stored *stored;
    struct arena *arena; /* the stored results' */
    const char *path;
    const char *what; /* "case timers/again", for messages */
    struct diag *diag;
};

__attribute__((format(printf, 2, 3))) static int refuse(const struct reading *r, const char *fmt,
                                                        ...)
{
    char why[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(why, sizeof why, fmt, args);
    va_end(args);
    return diag_usage(r->diag, "loopspec run --format json:FILE writes such a file",
                      "'%s' has no results that can be read: %s%s%.120s", r->path,
                      r->what ? r->what : "", r->what ? ": " : "", why);
}

/* The unpacking of `o` by a format of jansson's. */
#define UNPACK(r, o, error, ...) \
    (json_unpack_ex((o), (error), 0, __VA_ARGS__) == 0 ? 0 : refuse((r), "%s", (error)->text))

static char *keep(const struct reading *r, const char *text)
{
    return text ? arena_strndup(r->arena, text, strlen(text)) : NULL;
}

static char *keep_or_empty(const struct reading *r, const char *text)
{
    return keep(r, text ? text : "");
}

/* Counts are not negative, whatever JSON can say. */
static int check_counts(const struct reading *r, const json_int_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (value[i] < 0)
            return refuse(r, "a number below zero");
    return 0;
}

static int read_texts(const struct reading *r, const json_t *list, const char *const **out,
                      size_t *n)
{
    if (!json_is_array(list))
        return refuse(r, "a list of strings was expected");
    const char **all = arena_alloc(r->arena, (json_array_size(list) + 1) * sizeof *all);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *text = json_array_get(list, i);
        if (!json_is_string(text))
            return refuse(r, "a list of strings was expected");
        all[i] = keep(r, json_string_value(text));
    }
    *out = all;
    *n = json_array_size(list);
    return 0;
}

/* ---- events ---- */

static int read_event(const struct reading *r, json_t *o, uint64_t place, struct result_event *e)
{
    json_error_t error;
    const char *type, *label, *kind, *phase, *value = NULL;
    const json_t *due;
    json_int_t n[] = { 0, 0, 0, 0, (json_int_t)place };
    if (UNPACK(r, o, &error, "{s:s, s:s, s:s, s:s, s:I, s:I, s:o, s:I, s?I, s?s, s?I}", "type",
               &type, "label", &label, "kind", &kind, "phase", &phase, "iteration", &n[0], "at_ns",
               &n[1], "due_ns", &due, "cause", &n[2], "took_ns", &n[3], "value", &value, "index",
               &n[4]) < 0 ||
        check_counts(r, n, ARRAY_SIZE(n)) < 0)
        return -1;
    if (n[0] > UINT32_MAX || n[2] > UINT32_MAX || (uint64_t)n[4] < place)
        return refuse(r, "event %llu cannot be", (unsigned long long)place);
    *e = (struct result_event){ .label = keep(r, label),
                                .kind = keep(r, kind),
                                .phase = keep(r, phase),
                                .index = (uint64_t)n[4],
                                .at_ns = (uint64_t)n[1],
                                .due_ns = TRACE_NO_DUE,
                                .took_ns = (uint64_t)n[3],
                                .iteration = (uint32_t)n[0],
                                .cause = (uint32_t)n[2],
                                .is_callback = strcmp(type, "callback") == 0,
                                .has_value = value != NULL,
                                .value = keep(r, value) };
    if (json_is_integer(due) && json_integer_value(due) >= 0)
        e->due_ns = (uint64_t)json_integer_value(due);
    return 0;
}

static int read_events(const struct reading *r, const json_t *list, struct result *to)
{
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > RESULT_EVENTS_MAX)
        return refuse(r, "its trace is no list of at most %d events", RESULT_EVENTS_MAX);
    to->event = arena_alloc(r->arena, (n + 1) * sizeof *to->event);
    uint64_t next = 0;
    for (size_t i = 0; i < n; i++) {
        if (read_event(r, json_array_get(list, i), next, &to->event[i]) < 0)
            return -1;
        next = to->event[i].index + 1;
    }
    to->event_count = n;
    return next <= to->events ? 0 : refuse(r, "it has more events than it says");
}

/* ---- figures ---- */

static int read_spread(const struct reading *r, json_t *o, struct figures_spread *s)
{
    json_error_t error;
    json_int_t n[6];
    if (!o)
        return 0;
    if (UNPACK(r, o, &error, "{s:I, s:I, s:I, s:I, s:I, s:I}", "count", &n[0], "min_ns", &n[1],
               "mean_ns", &n[2], "p50_ns", &n[3], "p99_ns", &n[4], "max_ns", &n[5]) < 0 ||
        check_counts(r, n, 1) < 0)
        return -1;
    *s = (struct figures_spread){ (uint64_t)n[0], n[1], n[2], n[3], n[4], n[5] };
    return 0;
}

static enum trace_kind find_kind(const char *name)
{
    enum trace_kind kind = 0;
    while (kind < TRACE_KIND_COUNT && strcmp(trace_kind_name(kind), name) != 0)
        kind++;
    return kind;
}

static int read_handle(const struct reading *r, json_t *o, struct figures_handle *h)
{
    json_error_t error;
    const char *name, *kind;
    json_t *lateness = NULL, *latency = NULL, *period = NULL;
    json_int_t calls, drift = 0;
    if (UNPACK(r, o, &error, "{s:s, s:s, s:I, s?o, s?o, s?I, s?o}", "name", &name, "kind", &kind,
               "calls", &calls, "lateness", &lateness, "latency", &latency, "drift_ns", &drift,
               "period", &period) < 0 ||
        check_counts(r, &calls, 1) < 0)
        return -1;
    *h = (struct figures_handle){ .name = keep(r, name),
                                  .kind = find_kind(kind),
                                  .role = figures_role(kind),
                                  .calls = (uint64_t)calls,
                                  .drift_ns = drift };
    if (h->kind == TRACE_KIND_COUNT)
        return refuse(r, "no callback is of the kind '%.40s'", kind);
    return read_spread(r, lateness ? lateness : latency, &h->late) < 0
               ? -1
               : read_spread(r, period, &h->period);
}

static int read_figures(const struct reading *r, json_t *o, struct result *to)
{
    json_error_t error;
    json_t *lateness = NULL, *latency = NULL;
    const json_t *handles;
    json_int_t n[7] = { 0 };
    if (UNPACK(r, o, &error, "{s?I, s?I, s?I, s?I, s?I, s:I, s:I, s?o, s?o, s:o}", "iterations",
               &n[0], "starvation_ns", &n[1], "starvation_callbacks", &n[2], "busy_ns", &n[3],
               "idle_ns", &n[4], "tick_run", &n[5], "microtask_run", &n[6], "lateness", &lateness,
               "latency", &latency, "handles", &handles) < 0 ||
        check_counts(r, n, ARRAY_SIZE(n)) < 0)
        return -1;
    struct figures *f = arena_alloc(r->arena, sizeof *f);
    *f = (struct figures){ .phases = json_object_get(o, "iterations") != NULL,
                           .iterations = (uint32_t)n[0],
                           .starvation_ns = (uint64_t)n[1],
                           .starvation_callbacks = (uint64_t)n[2],
                           .busy_ns = (uint64_t)n[3],
                           .idle_ns = (uint64_t)n[4],
                           .tick_run = (uint64_t)n[5],
                           .microtask_run = (uint64_t)n[6],
                           .handle_count = json_array_size(handles) };
    f->handle = arena_alloc(r->arena, (f->handle_count + 1) * sizeof *f->handle);
    for (size_t i = 0; i < f->handle_count; i++)
        if (read_handle(r, json_array_get(handles, i), &f->handle[i]) < 0)
            return -1;
    to->figures = f;
    return read_spread(r, lateness, &f->lateness) < 0 ? -1 : read_spread(r, latency, &f->latency);
}

/* ---- cases ---- */

static int read_verdict(const struct reading *r, const char *name, enum verdict *verdict)
{
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        if (strcmp(verdict_name((enum verdict)v), name) == 0) {
            *verdict = (enum verdict)v;
            return 0;
        }
    }
    return refuse(r, "no verdict is called '%.40s'", name);
}

static int read_broken(const struct reading *r, const json_t *list, struct result *to)
{
    for (size_t i = 0; i < json_array_size(list) && i < ARRAY_SIZE(to->broken); i++) {
        json_int_t index = json_integer_value(json_array_get(list, i));
        if (check_counts(r, &index, 1) < 0)
            return -1;
        to->broken[to->broken_count++] = (uint64_t)index;
    }
    return 0;
}

static int read_case(struct reading *r, json_t *o, struct result *to)
{
    json_error_t error;
    const char *name = NULL, *title, *verdict, *reason, *detail = NULL, *replay = NULL;
    const char *output = NULL, *marks = NULL;
    const json_t *rules, *trace, *broken = NULL;
    json_t *figures = NULL;
    json_int_t n[4];
    int truncated;
    r->what = json_string_value(json_object_get(o, "case"));
    if (UNPACK(r, o, &error,
               "{s:s, s:s, s:o, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:b, s?o, s?s, s?o, s?s, s?s, "
               "s?s}",
               "case", &name, "title", &title, "rules", &rules, "verdict", &verdict, "reason",
               &reason, "events", &n[0], "unjudged", &n[1], "real_ns", &n[2], "virtual_ns", &n[3],
               "trace", &trace, "truncated", &truncated, "figures", &figures, "marks", &marks,
               "broken", &broken, "detail", &detail, "replay", &replay, "output", &output) < 0 ||
        check_counts(r, n, ARRAY_SIZE(n)) < 0)
        return -1;
    *to = (struct result){ .name = keep(r, name),
                           .title = keep(r, title),
                           .reason = keep(r, reason),
                           .detail = keep_or_empty(r, detail),
                           .replay = keep_or_empty(r, replay),
                           .output = keep_or_empty(r, output),
                           .marks = keep_or_empty(r, marks),
                           .events = (uint64_t)n[0],
                           .unjudged = (uint32_t)n[1],
                           .real_ns = (uint64_t)n[2],
                           .virtual_ns = (uint64_t)n[3],
                           .truncated = truncated };
    if (read_verdict(r, verdict, &to->verdict) < 0 ||
        read_texts(r, rules, &to->rule, &to->rule_count) < 0 || read_events(r, trace, to) < 0 ||
        read_broken(r, broken, to) < 0)
        return -1;
    return figures ? read_figures(r, figures, to) : 0;
}

/* ---- runs ---- */

static int read_run(struct reading *r, json_t *o)
{
    json_error_t error;
    const char *text[5], *shard = NULL, *note = NULL, *origin[4] = { NULL };
    const json_t *cases;
    json_int_t real_ns = 0;
    r->what = NULL;
    if (UNPACK(r, o, &error, "{s:s, s:s, s:s, s:s, s:s, s?s, s?s, s?s, s?s, s?s, s?s, s:o, s?I}",
               "backend", &text[0], "version", &text[1], "profile", &text[2], "clock", &text[3],
               "os", &text[4], "shard", &shard, "note", &note, "command", &origin[0], "commit",
               &origin[1], "kernel", &origin[2], "machine", &origin[3], "cases", &cases, "real_ns",
               &real_ns) < 0)
        return -1;
    if (!json_is_array(cases))
        return refuse(r, "a list of cases was expected");
    struct stored_run run = { .file = r->stored->files };
    run.summary.real_ns = real_ns > 0 ? (uint64_t)real_ns : 0;
    run.run = (struct result_run){ .backend = keep(r, text[0]),
                                   .version = keep(r, text[1]),
                                   .profile = keep(r, text[2]),
                                   .clock = keep(r, text[3]),
                                   .os = keep(r, text[4]),
                                   .note = keep(r, note),
                                   .command = keep(r, origin[0]),
                                   .commit = keep(r, origin[1]),
                                   .kernel = keep(r, origin[2]),
                                   .machine = keep(r, origin[3]) };
    if (shard && !stored_parts_read(&run, shard, keep(r, r->path))) {
        stored_run_release(&run);
        return refuse(r, "a part cannot be '%.40s'", shard);
    }
    run.room = json_array_size(cases) + 1;
    run.result = xcalloc(run.room, sizeof *run.result);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        if (read_case(r, json_array_get(cases, i), &run.result[run.count++]) < 0) {
            stored_run_release(&run);
            return -1;
        }
    }
    return stored_add_run(r->stored, &run, r->diag);
}

/* ---- what they are about ---- */

static int read_source(struct reading *r, json_t *o)
{
    json_error_t error;
    struct about_source s;
    int code;
    if (UNPACK(r, o, &error, "{s:s, s:s, s:b}", "id", &s.id, "title", &s.title, "code", &code) < 0)
        return -1;
    s.is_code = code;
    about_add_source(&r->stored->about, &s);
    return 0;
}

static int read_rule(struct reading *r, json_t *o)
{
    json_error_t error;
    struct about_rule rule = { 0 };
    const json_t *sources;
    int on_linux;
    if (UNPACK(r, o, &error, "{s:s, s:s, s:s, s:s, s:o, s:b, s?s, s?s, s?s}", "id", &rule.id,
               "says", &rule.says, "level", &rule.level, "layer", &rule.layer, "sources", &sources,
               "linux", &on_linux, "note", &rule.note, "profiles", &rule.profiles, "informative",
               &rule.informative) < 0 ||
        read_texts(r, sources, &rule.source, &rule.source_count) < 0)
        return -1;
    rule.on_linux = on_linux;
    about_add_rule(&r->stored->about, &rule);
    return 0;
}

static int read_about_case(struct reading *r, json_t *o)
{
    json_error_t error;
    struct about_case c = { 0 };
    if (UNPACK(r, o, &error, "{s:s, s:s, s:s, s:s, s?s, s?s, s?s, s?s}", "name", &c.name, "layer",
               &c.layer, "path", &c.path, "scenario", &c.scenario, "expected_path", &c.expect_path,
               "expected", &c.expected, "js", &c.js, "c", &c.c) < 0)
        return -1;
    about_add_case(&r->stored->about, &c);
    return 0;
}

static int read_list(struct reading *r, const json_t *list,
                     int (*read)(struct reading *r, json_t *o))
{
    if (!json_is_array(list))
        return refuse(r, "a list was expected");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (read(r, json_array_get(list, i)) < 0)
            return -1;
    return 0;
}

static int read_suite(struct reading *r, const json_t *suite)
{
    r->what = "suite";
    if (read_list(r, json_object_get(suite, "sources"), read_source) < 0 ||
        read_list(r, json_object_get(suite, "rules"), read_rule) < 0 ||
        read_list(r, json_object_get(suite, "cases"), read_about_case) < 0)
        return -1;
    about_sort(&r->stored->about);
    r->stored->tells_about = true;
    return 0;
}

/* ---- the file ---- */

static int read_report(struct reading *r, json_t *root)
{
    struct stored *s = r->stored;
    json_error_t error;
    const char *version, *date = NULL;
    const json_t *runs, *suite = NULL;
    json_int_t schema;
    if (UNPACK(r, root, &error, "{s:s, s:I, s?s, s?o, s:o}", "loopspec", &version, "schema",
               &schema, "date", &date, "suite", &suite, "runs", &runs) < 0)
        return -1;
    if (schema != REPORT_JSON_SCHEMA)
        return refuse(r, "it is of schema %lld, and this program reads schema %d",
                      (long long)schema, REPORT_JSON_SCHEMA);
    if (!s->version)
        s->version = keep(r, version);
    if (date && (!s->date || strcmp(date, s->date) > 0))
        s->date = keep(r, date);
    if (suite && read_suite(r, suite) < 0)
        return -1;
    return read_list(r, runs, read_run);
}

int stored_read(struct stored *s, const char *path, struct diag *d)
{
    struct reading r = { .stored = s, .arena = &s->arena, .path = path, .diag = d };
    FILE *in = mem_of(fopen(path, "r"));
    if (!in)
        return diag_usage(d, NULL, "cannot read '%s': %s", path, strerror(errno));
    json_error_t error;
    json_t *root = json_loadf(in, 0, &error);
    fclose(in);
    int answer = root ? read_report(&r, root) : refuse(&r, "line %d: %s", error.line, error.text);
    json_decref(root);
    s->files++;
    return answer;
}
