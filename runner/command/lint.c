/* lint: checks that the catalogue, the cases and the expectations agree. Prints every finding, then
 * a summary. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/suite/lint.h"
#include "base/wrap.h"

static void lint_canonical(struct lint *lint, const char *path, const char *source,
                           const char *canonical)
{
    struct diag d;
    char hint[sizeof d.hint];
    if (strcmp(source, canonical) == 0)
        return;
    struct location at = { .file = path, .line = 1, .column = 1 };
    for (size_t i = 0; source[i] == canonical[i]; i++) {
        at.column++;
        if (source[i] == '\n') {
            at.line++;
            at.column = 1;
        }
    }
    char *quoted = text_quote(path);
    snprintf(hint, sizeof hint, "loopspec fmt %s", quoted);
    free(quoted);
    diag_set(&d, at, hint, "not in canonical form");
    diag_quote(&d, source, strlen(source));
    lint_report(lint, &d);
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

/* Reports show titles, so two cases of one title could not be distinguished. */
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
        diag_set(&d, (struct location){ .file = b->path }, "say what sets them apart",
                 "same title as '%s'", a->name);
        lint_report(lint, &d);
    }
    free(by_title);
}

/* Every rule and every contradiction needs a case. */
static void lint_uncovered(struct lint *lint, const struct lint_coverage *coverage)
{
    size_t rules = coverage->runnable - coverage->covered;
    size_t contradictions = coverage->contradictions - coverage->proven;
    if (rules + contradictions == 0)
        return;
    printf("error: %zu runnable rule%s and %zu contradiction%s without a case\n", rules,
           text_plural(rules), contradictions, text_plural(contradictions));
    wrap_print(stdout, 4, coverage->uncovered);
    lint->faults += rules + contradictions;
}

/* Check the catalogue against all cases of the suite. */
static void lint_whole(struct lint *lint, const struct suite *s)
{
    struct lint_coverage coverage;
    lint_catalogue(lint, s, &coverage);
    lint_uncovered(lint, &coverage);
    const struct catalogue *c = s->catalogue;
    printf("%zu rule%s (%zu runnable, %zu with a case), %zu contradiction%s (%zu with a case),"
           " %zu case%s, %zu source%s (%zu covered), %zu bug%s (%zu proven)\n",
           c->rule_count, text_plural(c->rule_count), coverage.runnable, coverage.covered,
           coverage.contradictions, text_plural(coverage.contradictions), coverage.proven, s->count,
           text_plural(s->count), c->source_count, text_plural(c->source_count), coverage.sources,
           c->bug_count, text_plural(c->bug_count), coverage.bugs);
    free(coverage.uncovered);
}

/* Of a borrowed catalogue only the rules of one's own loops need cases here. */
static void lint_own(struct lint *lint, const struct suite *s)
{
    size_t own = 0;
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *rule = &s->catalogue->rule[i];
        bool proved = rule->informative;
        if (rule->families >> FAMILY_COUNT == 0)
            continue;
        own++;
        for (size_t k = 0; k < s->count && !proved; k++)
            proved = suite_case_proves(&s->item[k], rule);
        if (!proved)
            lint_fault(lint, rule->at, "a case names the rules that it proves, in its head",
                       "rule '%s' has no case", rule->id);
    }
    printf("%zu case%s, held against the catalogue of another suite", s->count,
           text_plural(s->count));
    if (own > 0)
        printf(" and %zu rule%s of their own", own, text_plural(own));
    putchar('\n');
}

int cmd_lint(struct options *o)
{
    struct diag d;
    struct suite *suite;
    struct lint lint = { 0 };
    int answer = suite_open_all(o, &suite, &d, lint_report, &lint);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    if (lint.unread > 0) {
        suite_close(suite);
        return diag_report(&lint.unread_why);
    }
    for (size_t i = 0; i < suite->count; i++)
        lint_form(&lint, &suite->item[i]);
    lint_titles(&lint, suite);
    if (suite->borrows_catalogue)
        lint_own(&lint, suite);
    else
        lint_whole(&lint, suite);
    suite_close(suite);
    return lint.faults ? STATUS_UNEXPECTED : STATUS_EXPECTED;
}
