/* lint: do the catalogue, the cases and the expectations agree? Every fault is a
 * finding on stdout; a summary ends it. */
#include "runner/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "runner/prose.h"
#include "runner/suite.h"

/* The suite grows rule by rule, so a rule without a case is only told of. When
 * each runnable rule has one, this becomes true and stays so. */
static const bool uncovered_rule_is_fault = false;

struct lint {
    size_t faults;
};

static void report(void *arg, const struct diag *fault)
{
    struct lint *lint = arg;
    lint->faults++;
    diag_print(fault, stdout);
}

static void lint_canonical(struct lint *lint, const char *path, const char *source,
                           const char *canonical)
{
    struct diag d;
    char hint[sizeof d.hint];
    if (strcmp(source, canonical) == 0)
        return;
    struct place at = { .file = path, .line = 1, .column = 1 };
    for (size_t i = 0; source[i] == canonical[i]; i++) {
        at.column++;
        if (source[i] == '\n') {
            at.line++;
            at.column = 1;
        }
    }
    snprintf(hint, sizeof hint, "loopspec fmt %s", path);
    diag_set(&d, at, hint, "not in canonical form");
    diag_quote(&d, source, strlen(source));
    report(lint, &d);
}

static void lint_form(struct lint *lint, const struct suite_case *c)
{
    char *text = scenario_print(&c->scenario);
    lint_canonical(lint, c->path, c->source, text);
    free(text);
    if (!c->expect)
        return;
    text = expect_print(c->expect);
    lint_canonical(lint, c->expect_path, c->expect_source, text);
    free(text);
}

static int compare_titles(const void *a, const void *b)
{
    const struct suite_case *const *x = a, *const *y = b;
    int order = strcmp((*x)->scenario.title, (*y)->scenario.title);
    return order ? order : strcmp((*x)->name, (*y)->name);
}

/* Reports name cases by their titles too: two of one title cannot be told apart. */
static void lint_titles(struct lint *lint, const struct suite *s)
{
    const struct suite_case **by_title = xcalloc(s->count, sizeof *by_title);
    for (size_t i = 0; i < s->count; i++)
        by_title[i] = &s->item[i];
    qsort(by_title, s->count, sizeof *by_title, compare_titles);
    for (size_t i = 1; i < s->count; i++) {
        const struct suite_case *a = by_title[i - 1], *b = by_title[i];
        struct diag d;
        if (strcmp(a->scenario.title, b->scenario.title) != 0)
            continue;
        diag_set(&d, (struct place){ .file = b->path }, "say what sets them apart",
                 "same title as '%s'", a->name);
        report(lint, &d);
    }
    free(by_title);
}

static bool has_case(const struct suite *s, const struct rule *rule)
{
    for (size_t i = 0; i < s->count; i++)
        if (suite_case_proves(&s->item[i], rule))
            return true;
    return false;
}

/* A case that claims to show what no run can show misreads one of the two. */
static void lint_informative(struct lint *lint, const struct rule *rule)
{
    struct diag d;
    diag_set(&d, rule->at, NULL, "rule '%s' is informative, yet a case claims to prove it",
             rule->id);
    report(lint, &d);
}

struct coverage {
    size_t runnable, covered;
    char *uncovered; /* ids, a blank between; or "" */
};

static void lint_rules(struct lint *lint, const struct suite *s, struct coverage *out)
{
    *out = (struct coverage){ .uncovered = xstrdup("") };
    for (size_t i = 0; i < catalogue_rule_count(s->catalogue); i++) {
        const struct rule *rule = catalogue_rule(s->catalogue, i);
        bool covered = has_case(s, rule);
        if (rule->informative && covered)
            lint_informative(lint, rule);
        if (rule->informative)
            continue;
        out->runnable++;
        out->covered += covered;
        if (!covered) {
            char *longer = xasprintf("%s%s%s", out->uncovered, *out->uncovered ? " " : "",
                                     rule->id);
            free(out->uncovered);
            out->uncovered = longer;
        }
    }
}

static void tell_coverage(struct lint *lint, const struct coverage *coverage)
{
    size_t missing = coverage->runnable - coverage->covered;
    if (missing == 0)
        return;
    printf("%s: %zu runnable rule%s without a case\n", uncovered_rule_is_fault ? "error" : "note",
           missing, missing == 1 ? "" : "s");
    prose_wrap(stdout, 4, coverage->uncovered);
    if (uncovered_rule_is_fault)
        lint->faults += missing;
}

int cmd_lint(struct options *o)
{
    struct diag d;
    struct suite *suite;
    struct lint lint = { 0 };
    struct coverage coverage;
    int answer = suite_open_all(o, &suite, &d, report, &lint);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    for (size_t i = 0; i < suite->count; i++)
        lint_form(&lint, &suite->item[i]);
    lint_titles(&lint, suite);
    lint_rules(&lint, suite, &coverage);
    tell_coverage(&lint, &coverage);
    printf("%zu rules (%zu runnable, %zu with a case), %zu cases, %zu sources\n",
           catalogue_rule_count(suite->catalogue), coverage.runnable, coverage.covered,
           suite->count, catalogue_source_count(suite->catalogue));
    free(coverage.uncovered);
    suite_close(suite);
    return lint.faults ? STATUS_UNEXPECTED : STATUS_EXPECTED;
}
