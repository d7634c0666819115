/* junit.c - results as JUnit XML, as Jenkins and other readers of its reports accept it. A run is a
 * test suite, a case a test in it. A suite first says how many of its tests failed, so a run is
 * stored as text until it is over. */
#include "reports/result/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"

struct junit {
    FILE *out;
    char *date;   /* date of the results; NULL if unknown */
    char **label; /* labels of the runs so far */
    size_t runs, room;
    FILE *tests; /* properties and cases of the current run */
    char *text;
    size_t size;
    uint64_t real_ns;
};

static void print_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    text_print_markup(out, value, TEXT_LINE);
    putc('"', out);
}

static void print_seconds(FILE *out, uint64_t ns)
{
    unsigned long long us = ns / 1000;
    fprintf(out, " time=\"%llu.%06llu\"", us / 1000000, us % 1000000);
}

static void *begin(FILE *out, const struct report_plan *plan)
{
    struct junit *j = xcalloc(1, sizeof *j);
    j->out = out;
    j->date = plan->date ? xstrdup(plan->date) : NULL;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"loopspec\">\n", out);
    return j;
}

static bool is_taken(const struct junit *j, const char *label)
{
    for (size_t i = 0; i < j->runs; i++)
        if (strcmp(j->label[i], label) == 0)
            return true;
    return false;
}

/* Readers follow a test by its name from build to build, so the backend alone is the best name of a
 * run. A second run of that name gets its version added, a third a number. */
static char *label_run(const struct junit *j, const struct result_run *run)
{
    char *label = xstrdup(run->backend);
    for (size_t n = 1; is_taken(j, label); n++) {
        free(label);
        label = n == 1 ? xasprintf("%s %s", run->backend, run->version)
                       : xasprintf("%s %s #%zu", run->backend, run->version, n);
    }
    return label;
}

static void print_properties(FILE *out, const struct result_run *run)
{
    const struct {
        const char *name, *value;
    } all[] = { { "backend", run->backend }, { "version", run->version },
                { "profile", run->profile }, { "clock", run->clock },
                { "os", run->os },           { "shard", run->shard },
                { "begin", run->begin },     { "note", run->note } };
    fputs("<properties>\n", out);
    for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
        if (!all[i].value)
            continue;
        fputs("<property", out);
        print_attribute(out, "name", all[i].name);
        print_attribute(out, "value", all[i].value);
        fputs("/>\n", out);
    }
    fputs("</properties>\n", out);
}

static void begin_run(void *state, const struct result_run *run)
{
    struct junit *j = state;
    char *label = label_run(j, run);
    GROW(j->label, j->runs, j->room);
    j->label[j->runs++] = label;
    j->real_ns = 0;
    j->tests = xopen_memstream(&j->text, &j->size);
    print_properties(j->tests, run);
}

/* Jenkins' first schema has no attributes here, so the reason is the text. */
static void print_skipped(FILE *out, const struct result *r)
{
    fputs("<skipped>", out);
    if (!verdict_row(r->verdict)->is_ok)
        fputs("known to fail: ", out);
    text_print_markup(out, r->reason, TEXT_LINE);
    fputs("</skipped>\n", out);
}

static void print_broken(FILE *out, const struct result *r)
{
    const char *element = verdict_row(r->verdict)->junit;
    char *rules = result_join_rules(r);
    fprintf(out, "<%s", element);
    print_attribute(out, "type", verdict_name(r->verdict));
    print_attribute(out, "message", r->reason);
    putc('>', out);
    text_print_markup(out, r->title, TEXT_LINE);
    fputs("\nrules: ", out);
    text_print_markup(out, rules, TEXT_LINE);
    putc('\n', out);
    text_print_markup(out, r->detail, TEXT_LINES);
    fputs("\nreplay: ", out);
    text_print_markup(out, r->replay, TEXT_LINE);
    fprintf(out, "\n</%s>\n", element);
    free(rules);
}

/* Readers take the text before the last dot of a class name for its package. */
static void print_result(void *state, const struct result *r)
{
    struct junit *j = state;
    char *class = xasprintf("%s.%.*s", j->label[j->runs - 1], (int)strcspn(r->name, "/"), r->name);
    bool prints = r->output && *r->output;
    j->real_ns += r->real_ns;
    fputs("<testcase", j->tests);
    print_attribute(j->tests, "classname", class);
    print_attribute(j->tests, "name", r->name);
    print_seconds(j->tests, r->real_ns);
    free(class);
    if (!verdict_row(r->verdict)->junit && !prints) {
        fputs("/>\n", j->tests);
        return;
    }
    fputs(">\n", j->tests);
    if (!verdict_is_expected(r->verdict))
        print_broken(j->tests, r);
    else if (verdict_is_excused(r->verdict))
        print_skipped(j->tests, r);
    if (prints) {
        fputs("<system-out>", j->tests);
        text_print_markup(j->tests, r->output, TEXT_LINES);
        fputs("</system-out>\n", j->tests);
    }
    fputs("</testcase>\n", j->tests);
}

static size_t count_told(const struct result_summary *s, const char *element)
{
    size_t n = 0;
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        const char *own = verdict_row((enum verdict)v)->junit;
        n += own && strcmp(own, element) == 0 ? s->count[v] : 0;
    }
    return n;
}

static void release_run(struct junit *j)
{
    if (j->tests)
        fclose(j->tests);
    free(j->text);
    j->tests = NULL;
    j->text = NULL;
}

/* A run that was cut short or lacks parts must not look as green as a whole one. */
static bool print_lack(struct junit *j, const struct result_summary *s)
{
    if (result_summary_is_green(s) || result_summary_broken(s) > 0)
        return false;
    char *why = result_summary_lack(s);
    fputs("<testcase", j->tests);
    print_attribute(j->tests, "classname", j->label[j->runs - 1]);
    print_attribute(j->tests, "name", "the whole run");
    print_seconds(j->tests, 0);
    fprintf(j->tests, ">\n<error type=\"%s\"", s->not_run > 0 ? "cut" : "missing");
    print_attribute(j->tests, "message", why);
    fputs("></error>\n</testcase>\n", j->tests);
    free(why);
    return true;
}

static void end_run(void *state, const struct result_summary *summary)
{
    struct junit *j = state;
    bool lacks = print_lack(j, summary);
    fputs("<testsuite", j->out);
    print_attribute(j->out, "name", j->label[j->runs - 1]);
    fprintf(j->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
            result_summary_total(summary) + lacks, count_told(summary, "failure"),
            count_told(summary, "error") + lacks, count_told(summary, "skipped"));
    print_seconds(j->out, j->real_ns);
    if (j->date)
        print_attribute(j->out, "timestamp", j->date);
    fputs(">\n", j->out);
    fflush(j->tests);
    fwrite(j->text, 1, j->size, j->out);
    fputs("</testsuite>\n", j->out);
    release_run(j);
}

static void end(void *state)
{
    struct junit *j = state;
    fputs("</testsuites>\n", j->out);
    release_run(j);
    for (size_t i = 0; i < j->runs; i++)
        free(j->label[i]);
    free(j->label);
    free(j->date);
    free(j);
}

const struct report_format report_junit = {
    .name = "junit",
    .what = "JUnit XML, as Jenkins and other CI systems read it",
    .begin = begin,
    .run_begin = begin_run,
    .result = print_result,
    .run_end = end_run,
    .end = end,
};
