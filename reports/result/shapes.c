#include "reports/result/shapes.h"

#include <assert.h>
#include <string.h>
#include "base/link.h"

#define MEMBER(in, member) (((struct in *)0)->member)
/* The JSON type is derived from the C type, so the two cannot disagree. */
/* clang-format off */
#define TYPE(in, member)                                                       \
    _Generic(MEMBER(in, member), char *: JSON_STRING, const char *: JSON_STRING, \
        const char *const *: JSON_STRING, uint32_t: JSON_INTEGER,              \
        uint64_t: JSON_INTEGER, int64_t: JSON_INTEGER, uint64_t *: JSON_INTEGER, \
        bool: JSON_TRUE, default: JSON_OBJECT)
#define AT(key, in, member)                                                    \
    .name = (key), .type = TYPE(in, member), .at = offsetof(struct in, member), \
    .is_signed = _Generic(MEMBER(in, member), int64_t: true, default: false)
#define ROW(key, in, member) AT(key, in, member), .size = sizeof MEMBER(in, member)
#define BEHIND(key, in, member) \
    AT(key, in, member), .size = sizeof *MEMBER(in, member), .behind = true
#define COUNTED(in, n) .is_list = true, .count_at = offsetof(struct in, n)
#define LIST(key, in, member, n) BEHIND(key, in, member), COUNTED(in, n)
#define ENUM(key, in, member)                                              \
    .name = (key), .type = JSON_STRING, .at = offsetof(struct in, member), \
    .size = sizeof MEMBER(in, member)
/* Written only if that member is not zero. */
#define IF(in, member) .if_at = offsetof(struct in, member), .if_size = sizeof MEMBER(in, member)
#define IF_SET(key, in, member) ROW(key, in, member), IF(in, member)
#define SPREAD(key, in, member) \
    ROW(key, in, member), IF(in, member.count), .of = &shape_spread
#define SHAPE(fields) .field = (fields), .count = ARRAY_SIZE(fields)
/* clang-format on */

/* ---- events ---- */

static void print_type(FILE *out, const void *event)
{
    const struct result_event *e = event;
    bool is_call = strcmp(e->kind, trace_kind_name(TRACE_CALL)) == 0;
    fields_print_text(out, e->is_callback ? "callback" : is_call ? "call" : "log");
}

static int finish_event(struct fields_reading *r, const json_t *o, void *event)
{
    struct result_event *e = event;
    const char *type = json_string_value(json_object_get(o, "type"));
    if (!type)
        return fields_refuse(r, "the type of an event is a string");
    e->is_callback = strcmp(type, "callback") == 0;
    e->has_value = e->value != NULL;
    if (!json_object_get(o, "index"))
        e->index = UINT64_MAX;
    return 0;
}

static const struct field event_fields[] = {
    { .name = "type", .print = print_type },
    { ROW("label", result_event, label) },
    { ROW("kind", result_event, kind), .is_shared = true },
    { ROW("phase", result_event, phase), .is_shared = true },
    { ROW("iteration", result_event, iteration) },
    { ROW("at_ns", result_event, at_ns) },
    { ROW("due_ns", result_event, due_ns), .or_null = true },
    { ROW("cause", result_event, cause) },
    { ROW("took_ns", result_event, took_ns), IF(result_event, is_callback) },
    { IF_SET("value", result_event, value) },
    /* Without "index", an event's position in the list is its index: no events were left out. */
    { ROW("index", result_event, index), IF(result, truncated), .if_outer = true },
};
const struct shape shape_event = { SHAPE(event_fields), .finish = finish_event };
static_assert(TRACE_NO_DUE == UINT64_MAX, "no due instant is null");

/* ---- figures: those not measured are not written ---- */

static const struct field spread_fields[] = {
    { ROW("count", figures_spread, count) },     { ROW("min_ns", figures_spread, min_ns) },
    { ROW("mean_ns", figures_spread, mean_ns) }, { ROW("p50_ns", figures_spread, p50_ns) },
    { ROW("p99_ns", figures_spread, p99_ns) },   { ROW("max_ns", figures_spread, max_ns) },
};
const struct shape shape_spread = { SHAPE(spread_fields) };

static bool is_timer(const void *handle)
{
    return ((const struct figures_handle *)handle)->role == FIGURES_TIMER;
}

static bool is_no_timer(const void *handle)
{
    return !is_timer(handle);
}

static int finish_handle(struct fields_reading *r, const json_t *o, void *handle)
{
    struct figures_handle *h = handle;
    (void)r;
    (void)o;
    h->role = figures_role(trace_kind_name(h->kind));
    return 0;
}

static const char *name_kind(unsigned k)
{
    return trace_kind_name((enum trace_kind)k);
}

static const struct field_words kinds = { "kind of callback", TRACE_KIND_COUNT, name_kind };
static_assert(sizeof(enum trace_kind) == sizeof(unsigned), "a kind is no word");

static const struct field handle_fields[] = {
    { ROW("name", figures_handle, name) },
    { ENUM("kind", figures_handle, kind), .words = &kinds },
    { ROW("calls", figures_handle, calls) },
    { SPREAD("lateness", figures_handle, late), .has = is_timer },
    { SPREAD("latency", figures_handle, late), .has = is_no_timer },
    { ROW("drift_ns", figures_handle, drift_ns), IF(figures_handle, late.count), .has = is_timer },
    { SPREAD("period", figures_handle, period), .has = is_timer },
};
const struct shape shape_handle = { SHAPE(handle_fields), .finish = finish_handle };

static void print_utilization(FILE *out, const void *figures)
{
    double utilization = figures_utilization(figures);
    if (utilization == 0) { /* almost always */
        fputs("0.0", out);
        return;
    }
    json_t *real = json_real(utilization);
    json_dumpf(real, out, JSON_ENCODE_ANY);
    json_decref(real);
}

static int finish_figures(struct fields_reading *r, const json_t *o, void *figures)
{
    (void)r;
    ((struct figures *)figures)->phases = json_object_get(o, "iterations") != NULL;
    return 0;
}

static const struct field figures_fields[] = {
#define FIGURE_OF_PHASES(type, member, ...) { ROW(#member, figures, member), IF(figures, phases) },
#define FIGURE_OF_WORLD(...)
#include "figures/figure_table.h"
    { .name = "utilization", .print = print_utilization, IF(figures, phases) },
#define FIGURE_OF_PHASES(...)
#define FIGURE_OF_WORLD(type, member, ...) { ROW(#member, figures, member), IF(figures, member) },
#define FIGURE(type, member, ...)          { ROW(#member, figures, member) },
#include "figures/figure_table.h"
    { SPREAD("lateness", figures, lateness) },
    { SPREAD("latency", figures, latency) },
    { LIST("handles", figures, handle, handle_count), .of = &shape_handle },
};
const struct shape shape_figures = { SHAPE(figures_fields), .finish = finish_figures };

/* ---- cases ---- */

/* Check that events are in order, and not more than the case's count of events. */
static int finish_case(struct fields_reading *r, const json_t *o, void *result)
{
    struct result *to = result;
    uint64_t next = 0;
    (void)o;
    for (size_t i = 0; i < to->event_count; i++) {
        struct result_event *e = &to->event[i];
        if (e->index == UINT64_MAX)
            e->index = next;
        if (e->index < next)
            return fields_refuse(r, "event %llu cannot be", (unsigned long long)next);
        next = e->index + 1;
    }
    return next <= to->events ? 0 : fields_refuse(r, "it has more events than it says");
}

static const char *name_verdict(unsigned v)
{
    return verdict_name((enum verdict)v);
}

static const struct field_words verdicts = { "verdict", VERDICT_COUNT, name_verdict };
static_assert(sizeof(enum verdict) == sizeof(unsigned), "a verdict is no word");

/* All other reports can be made from JSON, so it must contain everything that they show. */
static const struct field case_fields[] = {
    { ROW("case", result, name) },
    { ROW("title", result, title) },
    { LIST("rules", result, rule, rule_count) },
    { ENUM("verdict", result, verdict), .words = &verdicts },
    { ROW("reason", result, reason) },
    { ROW("events", result, events) },
    { ROW("unjudged", result, unjudged) },
    { ROW("real_ns", result, real_ns) },
    { ROW("virtual_ns", result, virtual_ns) },
    { LIST("trace", result, event, event_count), .of = &shape_event, .max = RESULT_EVENTS_MAX },
    { ROW("truncated", result, truncated) },
    { BEHIND("figures", result, figures), IF(result, figures), .of = &shape_figures },
    { ROW("marks", result, marks), .or_empty = true },
    { AT("broken", result, broken), .size = sizeof(uint64_t), COUNTED(result, broken_count),
      IF(result, broken_count), .max = ARRAY_SIZE(MEMBER(result, broken)) },
    { ROW("detail", result, detail), .or_empty = true },
    { ROW("replay", result, replay), .or_empty = true },
    { ROW("output", result, output), .or_empty = true },
};
const struct shape shape_case = { SHAPE(case_fields), .called = "case", .finish = finish_case };

/* ---- runs ---- */

static void print_counts(FILE *out, const void *run)
{
    const struct results_run *r = run;
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        fprintf(out, "%s\"%s\":%zu", v == 0 ? "{" : ",", verdict_name((enum verdict)v),
                r->summary.count[v]);
    putc('}', out);
}

static const struct field grade_fields[] = {
    { ROW("profile", result_grade, profile) },  { ROW("satisfied", result_grade, is_satisfied) },
    { ROW("judged", result_grade, judged) },    { ROW("departures", result_grade, departures) },
    { IF_SET("case", result_grade, item) },     { IF_SET("rules", result_grade, rules) },
    { IF_SET("reason", result_grade, reason) },
};
const struct shape shape_grade = { SHAPE(grade_fields) };

static const struct field run_fields[] = {
    { ROW("backend", results_run, run.backend) },
    { ROW("version", results_run, run.version) },
    { ROW("profile", results_run, run.profile) },
    { ROW("clock", results_run, run.clock) },
    { ROW("os", results_run, run.os) },
    { IF_SET("begin", results_run, run.begin) },
    { IF_SET("shard", results_run, run.shard) },
    { IF_SET("note", results_run, run.note) },
    { IF_SET("command", results_run, run.command) },
    { IF_SET("commit", results_run, run.commit) },
    { IF_SET("kernel", results_run, run.kernel) },
    { IF_SET("machine", results_run, run.machine) },
    { LIST("cases", results_run, result, count), .of = &shape_case, .streamed = true },
    { .name = "summary", .print = print_counts, .may_lack = true },
    { ROW("real_ns", results_run, summary.real_ns), .may_lack = true },
    { LIST("grades", results_run, summary.grade, summary.grade_count),
      IF(results_run, summary.grade_count), .of = &shape_grade },
};
const struct shape shape_run = { SHAPE(run_fields) };

/* ---- what results are about ---- */

static int finish_source(struct fields_reading *r, const json_t *o, void *about_source)
{
    const struct about_source *s = about_source;
    (void)o;
    if (s->url && !link_is_address(s->url))
        return fields_refuse(r, "source '%.40s' has no https address: '%.40s'", s->id, s->url);
    return 0;
}

static const struct field source_fields[] = {
    { ROW("id", about_source, id) },
    { ROW("title", about_source, title) },
    { ROW("code", about_source, is_code) },
    { IF_SET("url", about_source, url) },
};
const struct shape shape_source = { SHAPE(source_fields), .finish = finish_source };

/* There must be one section per source. Files of older versions have no sections at all. */
static int finish_rule(struct fields_reading *r, const json_t *o, void *about_rule)
{
    struct about_rule *rule = about_rule;
    if (!json_object_get(o, "sections")) {
        const char **none = arena_alloc(r->arena, (rule->source_count + 1) * sizeof *none);
        for (size_t i = 0; i < rule->source_count; i++)
            none[i] = "";
        rule->section = none;
        rule->section_count = rule->source_count;
    }
    if (rule->section_count != rule->source_count)
        return fields_refuse(r, "rule '%.40s' has %zu sources and %zu sections", rule->id,
                             rule->source_count, rule->section_count);
    for (size_t i = 0; i < rule->section_count; i++)
        if (*rule->section[i] && !link_is_section(rule->section[i]))
            return fields_refuse(r, "'%.40s' is not a section", rule->section[i]);
    return 0;
}

static const struct field rule_fields[] = {
    { ROW("id", about_rule, id) },
    { ROW("says", about_rule, says) },
    { ROW("level", about_rule, level) },
    { ROW("layer", about_rule, layer) },
    { LIST("sources", about_rule, source, source_count) },
    { LIST("sections", about_rule, section, section_count), .may_lack = true },
    { ROW("linux", about_rule, on_linux) },
    { IF_SET("note", about_rule, note) },
    { IF_SET("profiles", about_rule, profiles) },
    { IF_SET("informative", about_rule, informative) },
};
const struct shape shape_rule = { SHAPE(rule_fields), .finish = finish_rule };

static int finish_bug(struct fields_reading *r, const json_t *o, void *about_bug)
{
    const struct about_bug *bug = about_bug;
    (void)o;
    for (size_t i = 0; i < bug->url_count; i++)
        if (!link_is_address(bug->url[i]))
            return fields_refuse(r, "bug '%.40s' has no https address: '%.40s'", bug->id,
                                 bug->url[i]);
    return 0;
}

static const struct field bug_fields[] = {
    { ROW("id", about_bug, id) },
    { ROW("system", about_bug, system) },
    { ROW("says", about_bug, says) },
    { LIST("urls", about_bug, url, url_count) },
    { IF_SET("since", about_bug, since) },
    { IF_SET("fixed", about_bug, fixed) },
    { LIST("cases", about_bug, caught, caught_count) },
    { LIST("mutants", about_bug, mutant, mutant_count) },
    { IF_SET("release", about_bug, release) },
    { IF_SET("unproven", about_bug, unproven) },
};
const struct shape shape_bug = { SHAPE(bug_fields), .finish = finish_bug };

static const struct field about_case_fields[] = {
    { ROW("name", about_case, name) },
    { ROW("layer", about_case, layer) },
    { ROW("path", about_case, path) },
    { ROW("scenario", about_case, scenario) },
    { IF_SET("expected_path", about_case, expect_path) },
    { IF_SET("expected", about_case, expected) },
    { IF_SET("js", about_case, js) },
    { IF_SET("c", about_case, c) },
};
const struct shape shape_about_case = { SHAPE(about_case_fields) };

static const struct field about_fields[] = {
    { LIST("sources", about, source, source_count), .of = &shape_source, .lines = true },
    { LIST("rules", about, rule, rule_count), .of = &shape_rule, .lines = true },
    /* Files of older versions have no bugs. */
    { LIST("bugs", about, bug, bug_count), .of = &shape_bug, .lines = true, .may_lack = true },
    { LIST("cases", about, item, item_count), .of = &shape_about_case, .lines = true },
};
const struct shape shape_about = { SHAPE(about_fields), .called = "suite" };

/* ---- the file ---- */

static const struct field file_fields[] = {
    { ROW("loopspec", results_file, version) },
    { ROW("schema", results_file, schema) },
    { IF_SET("date", results_file, date) },
    { BEHIND("suite", results_file, about), IF(results_file, about), .of = &shape_about,
      .lines = true },
    { LIST("runs", results_file, run, run_count), .of = &shape_run, .streamed = true },
};
const struct shape shape_file = { SHAPE(file_fields) };
