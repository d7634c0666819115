#include "runner/judge/describe.h"

#include <stdlib.h>

#include "load/load.h"
#include "base/link.h"
#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/judge.h"

enum { AROUND = 4 }; /* events before and after the one that broke a rule */

static const char *call_name(uint64_t member)
{
    const char *name = backend_call_name(member);
    return name ? name : "a call"; /* the trace was written over */
}

char *describe_call(struct labels labels, uint64_t member, uint32_t label)
{
    const char *of = label ? labels_text(labels, label) : "";
    return xasprintf("%s%s%s%s", call_name(member), *of ? " of '" : "", of, *of ? "'" : "");
}

static void print_source(FILE *out, const struct source *source, const char *section)
{
    char *link = link_to(source->address, section);
    int name = link_name_length(section);
    fprintf(out, "    source: %s%s%.*s%s%s\n", source->id, name > 0 ? ", " : "", name, section,
            *link ? ", " : "", link);
    free(link);
}

static void print_sources(FILE *out, const struct rule *rule, bool with_address)
{
    for (size_t k = 0; k < rule->source_count; k++)
        if ((rule->source[k]->address != NULL) == with_address)
            print_source(out, rule->source[k], rule->section[k]);
}

static void print_rules(FILE *out, const struct evidence *e)
{
    struct catalogue *whole = e->catalogue ? catalogue_read_rest(e->catalogue) : NULL;
    const struct catalogue *catalogue = whole ? whole : e->catalogue;
    for (uint32_t i = 0; catalogue && i < e->c->scenario.rule_count; i++) {
        const struct rule *rule = catalogue_find(catalogue, e->c->scenario.rule[i]);
        if (!rule)
            continue;
        fprintf(out, "%s: %s\n", rule->id, rule->says);
        print_sources(out, rule, true); /* first what can be followed */
        print_sources(out, rule, false);
    }
    catalogue_free(whole);
}

static void print_event(FILE *out, struct labels labels, const struct trace *t, uint64_t i,
                        bool broken)
{
    char at[32];
    struct result_event e = judge_event(labels, t, i);
    fprintf(out, "%s %8s  ", broken ? ">" : " ", text_time(e.at_ns, at));
    if (t->phases)
        fprintf(out, "%-8s %3u  ", e.phase, e.iteration);
    if (e.is_callback)
        fprintf(out, "%s %s\n", e.kind, e.label);
    else
        fprintf(out, "    %s%s%s\n", e.label, e.has_value ? " = " : "", e.has_value ? e.value : "");
    free(e.label);
    free(e.value);
}

/* Where the two traces cannot stand side by side: what is broken is a figure, or the trace has too
 * little in common with any that is permitted. */
static void print_around(FILE *out, const struct evidence *e, const struct match_result *m)
{
    const struct trace *t = e->end->trace;
    uint64_t from = m->event > AROUND ? m->event - AROUND : 0;
    uint64_t to = m->event + AROUND < t->count ? m->event + AROUND : t->count;
    if (from < to)
        fprintf(out, "what happened around it: time, %sevent\n",
                t->phases ? "phase, iteration, " : "");
    for (uint64_t i = from; i < to; i++)
        print_event(out, e->end->labels, t, i, i == m->event);
    if (m->event >= t->count)
        fputs("> the end of the run\n", out);
}

char *describe_break(const struct evidence *e, const struct match_result *m, char *nearest)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    print_rules(out, e);
    if (m->item)
        fprintf(out, "expected at %s:%u\n", e->c->expect_path, m->item->at.line);
    if (nearest)
        fputs(nearest, out);
    else
        print_around(out, e, m);
    free(nearest);
    fclose(out);
    return text;
}

/* Inside the loop's run() the last callback says how far the program had come. */
static char *describe_run(struct labels labels, const struct trace_site *site)
{
    const char *name = site->label ? labels_text(labels, site->label) : "";
    if (!site->kind)
        return xstrdup("run, which called nothing yet");
    return xasprintf("run, which called %s%s%s%s last", trace_kind_name(site->kind),
                     *name ? " '" : "", name, *name ? "'" : "");
}

char *describe_site(const struct evidence *e)
{
    const struct trace_site *site = &e->end->trace->site;
    struct labels labels = e->end->labels;
    bool in_run = site->call == offsetof(struct loop_backend, run);
    if (site->call == 0)
        return xstrdup("");
    char *call = in_run ? describe_run(labels, site)
                        : describe_call(labels, site->call, site->label);
    char *line = site->line ? xasprintf(", %s:%u", e->c->path, site->line) : xstrdup("");
    char *text = xasprintf(" in %s, phase %s%s", call, trace_phase_name(site->phase), line);
    free(call);
    free(line);
    return text;
}

char *describe_failed(struct labels labels, const struct trace_event *ev)
{
    char value[32];
    bool named = trace_value_print(ev->value, true, value)[0] == 'E';
    char *call = describe_call(labels, ev->took_ns, ev->label);
    char *text = xasprintf("%s returned %s%s", call, named ? "-" : "", value);
    free(call);
    return text;
}

/* Print " OPTION WORD", the word quoted for a shell; nothing if it is NULL. */
static void add_option(FILE *out, const char *option, const char *word)
{
    if (!word)
        return;
    char *quoted = text_quote(word);
    fprintf(out, " %s%s%s", option, option[0] ? " " : "", quoted);
    free(quoted);
}

char *describe_replay(const struct target *t, const struct suite_case *c)
{
    bool usual = !t->schedule || t->schedule->count == 0;
    bool known = t->server != NULL; /* the backend has started, so its profile is known */
    bool is_plain = c->name[0] != '-';
    char profile[64], *text = NULL, *schedule = usual ? NULL : schedule_print(t->schedule);
    FILE *out = xopen_memstream(&text, NULL);
    fputs("loopspec trace", out);
    add_option(out, "", is_plain ? c->name : NULL);
    add_option(out, "-b", t->spec);
    add_option(out, "--profile", known ? profile_print_short(&t->profile, profile) : NULL);
    add_option(out, "--clock", t->real_clock ? "real" : NULL);
    add_option(out, "--begin", t->begin[0] ? t->begin : NULL);
    add_option(out, "--schedule", schedule);
    add_option(out, "--cases", t->cases_dir);
    add_option(out, "--expected", t->expected_dir);
    add_option(out, "--", is_plain ? NULL : c->name);
    fclose(out);
    free(schedule);
    return text;
}
