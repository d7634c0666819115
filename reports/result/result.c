#include "reports/result/result.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "reports/result/shapes.h"

static const struct verdict_row verdicts[] = {
#define VERDICT(kind, ...) [VERDICT_##kind] = { __VA_ARGS__ },
#include "reports/result/verdict_table.h"
};

const struct verdict_row *verdict_row(enum verdict v)
{
    assert(v < VERDICT_COUNT);
    return &verdicts[v];
}

const char *verdict_name(enum verdict v)
{
    return verdict_row(v)->name;
}

bool verdict_is_expected(enum verdict v)
{
    return verdict_row(v)->is_expected;
}

bool verdict_is_excused(enum verdict v)
{
    return verdicts[v].is_expected && verdicts[v].junit;
}

void result_release(struct result *r)
{
    for (size_t i = 0; i < r->event_count; i++) {
        free(r->event[i].label);
        free(r->event[i].value);
    }
    free(r->event);
    free(r->reason);
    free(r->detail);
    free(r->replay);
    free(r->output);
    free(r->marks);
    if (r->figures)
        figures_release(r->figures);
    free(r->figures);
    *r = (struct result){ 0 };
}

bool result_was_not_run(const struct result *r)
{
    return r->verdict == VERDICT_SKIP && r->reason &&
           strncmp(r->reason, RESULT_NOT_RUN, strlen(RESULT_NOT_RUN)) == 0;
}

bool result_is_for_others(const struct result *r)
{
    static const char *const begins[] = { "its rules are about ", "needs a node host",
                                          "needs layer " };
    for (size_t i = 0; r->verdict == VERDICT_SKIP && r->reason && i < ARRAY_SIZE(begins); i++)
        if (strncmp(r->reason, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

int result_lacks(const struct result *r, const char **name)
{
    static const char begins[] = "needs '";
    if (r->verdict != VERDICT_SKIP || !r->reason ||
        strncmp(r->reason, begins, sizeof begins - 1) != 0)
        return 0;
    *name = r->reason + sizeof begins - 1;
    return (int)strcspn(*name, "'");
}

size_t result_find_event(const struct result *r, uint64_t index)
{
    size_t from = 0, to = r->event_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (r->event[middle].index < index)
            from = middle + 1;
        else
            to = middle;
    }
    return from < r->event_count && r->event[from].index == index ? from : r->event_count;
}

size_t result_find_cause(const struct result *r, const struct result_event *e)
{
    return e->cause > 0 ? result_find_event(r, e->cause - 1) : r->event_count;
}

char *result_join_rules(const struct result *r)
{
    char *all = xstrdup("");
    for (size_t i = 0; i < r->rule_count; i++) {
        char *longer = xasprintf("%s%s%s", all, i > 0 ? " " : "", r->rule[i]);
        free(all);
        all = longer;
    }
    return all;
}

void result_shard_print(const char *shard, FILE *out)
{
    const char *slash = strchr(shard, '/');
    assert(slash);
    fprintf(out, "part%s %.*s of %s", strchr(shard, ',') ? "s" : "", (int)(slash - shard), shard,
            slash + 1);
}

void result_summary_count(struct result_summary *s, const struct result *r)
{
    s->count[r->verdict]++;
    s->not_run += result_was_not_run(r);
}

/* Sum up the missing parts of two runs. If a file was lost, runs of several backends miss the same
 * part. */
static void add_missing(struct result_missing *to, const struct result_missing *m)
{
    if (m->parts == 0)
        return;
    if (to->parts == 0)
        *to = *m;
    else if (to->parts != m->parts || to->first != m->first || to->of != m->of)
        to->first = to->of = 0;
}

void result_summary_add(struct result_summary *to, const struct result_summary *s)
{
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        to->count[v] += s->count[v];
    to->not_run += s->not_run;
    to->real_ns += s->real_ns;
    add_missing(&to->missing, &s->missing);
}

size_t result_summary_total(const struct result_summary *s)
{
    size_t total = 0;
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        total += s->count[v];
    return total;
}

size_t result_summary_applying(const struct result_summary *s)
{
    return result_summary_total(s) - s->count[VERDICT_SKIP] + s->not_run;
}

size_t result_summary_broken(const struct result_summary *s)
{
    size_t broken = 0;
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (!verdicts[v].is_expected)
            broken += s->count[v];
    return broken;
}

bool result_summary_is_green(const struct result_summary *s)
{
    return result_summary_broken(s) == 0 && s->not_run == 0 && s->missing.parts == 0;
}

static void print_missing(const struct result_missing *m, FILE *out)
{
    if (m->of == 0)
        fputs("parts of several runs are missing", out);
    else if (m->parts == 1)
        fprintf(out, "part %u of %u is missing", m->first, m->of);
    else
        fprintf(out, "%u of %u parts are missing", m->parts, m->of);
}

char *result_summary_lack(const struct result_summary *s)
{
    char *text = NULL;
    FILE *out = xopen_memstream(&text, NULL);
    if (s->not_run > 0)
        fprintf(out, "%zu of %zu not run", s->not_run, result_summary_total(s));
    if (s->not_run > 0 && s->missing.parts > 0)
        fputs(", and ", out);
    if (s->missing.parts > 0)
        print_missing(&s->missing, out);
    fclose(out);
    return text;
}

const char *verdict_counted(enum verdict v, size_t count)
{
    const char *form = count == 1 ? verdicts[v].one : verdicts[v].many;
    return form ? form : verdicts[v].name;
}

void result_summary_print(const struct result_summary *s, FILE *out)
{
    size_t total = result_summary_total(s), applying = result_summary_applying(s);
    size_t others = total - applying;
    bool one = applying == 1;
    if (total == 0)
        fputs("0 cases", out);
    else if (applying == 0)
        fprintf(out, total == 1 ? "the case does not apply" : "none of %zu cases applies", total);
    else
        fprintf(out, "%zu of %zu %s%s %s", s->count[VERDICT_PASS], applying,
                others > 0 ? "that appl" : "case",
                others > 0 ? (one ? "ies" : "y") : text_plural(applying), one ? "passes" : "pass");
    for (size_t v = 0; v < VERDICT_COUNT; v++)
        if (v != VERDICT_PASS && v != VERDICT_SKIP && s->count[v] > 0)
            fprintf(out, ", %zu %s", s->count[v], verdict_counted((enum verdict)v, s->count[v]));
    if (s->not_run > 0)
        fprintf(out, ", %zu not run", s->not_run);
    if (applying > 0 && others > 0)
        fprintf(out, "; %zu %s not apply", others, others == 1 ? "does" : "do");
    if (s->missing.parts > 0) {
        fputs("; ", out);
        print_missing(&s->missing, out);
    }
}

void result_summary_headline(const struct result_summary *s, FILE *out)
{
    size_t total = result_summary_total(s), applying = result_summary_applying(s);
    size_t broken = result_summary_broken(s);
    const char *that = applying < total ? " that apply" : "";
    if (total == 0)
        fputs("nothing ran", out);
    else if (applying == 0)
        fprintf(out, total == 1 ? "the case does not apply" : "none of %zu cases applies", total);
    else if (broken > 0)
        fprintf(out, "%zu of %zu result%s%s not as expected", broken, applying,
                text_plural(applying), that);
    else if (s->not_run > 0)
        fputs("the run was cut", out);
    else if (applying == 1)
        fputs("1 result as expected", out);
    else
        fprintf(out, "all %zu results%s as expected", applying, that);
    bool looks_green = total > 0 && broken == 0 && s->not_run == 0;
    char *lack = result_summary_lack(s);
    if (*lack)
        fprintf(out, "%s%s", s->not_run > 0 ? ", " : looks_green ? ", but " : ", and ", lack);
    free(lack);
}
