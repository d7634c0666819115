/* lint_bugs.c - checks the bugs of the catalogue: each has cases that exist, and a proof that they
 * catch it. A mutant is a proof only if it exists and breaks a rule that one of the cases names;
 * runner/t/bugs.t runs the cases on it. */
#include "runner/suite/lint.h"

#include <string.h>

#include "base/suggest.h"
#include "mutants/mutants.h"

static size_t lint_cases(struct lint *lint, const struct suite *s, const struct bug *bug)
{
    size_t found = 0;
    for (size_t i = 0; i < bug->caught_count; i++) {
        bool is_there = suite_find_name(s, bug->caught[i]) != NULL;
        found += is_there;
        if (!is_there)
            lint_fault(lint, bug->at, NULL, "bug '%s' names a case that is not there: '%s'",
                       bug->id, bug->caught[i]);
    }
    if (bug->caught_count == 0)
        lint_fault(lint, bug->at, "add: cases \"...\"", "bug '%s' has no case", bug->id);
    return found;
}

static bool names_rule(const struct suite_case *c, const char *rule)
{
    for (uint32_t i = 0; i < c->scenario.rule_count; i++)
        if (strcmp(c->scenario.rule[i], rule) == 0)
            return true;
    return false;
}

static bool breaks_rule_of(const struct mutant *m, const struct suite_case *c)
{
    for (size_t i = 0; i < MUTANT_RULES_MAX && m->rule[i]; i++)
        if (names_rule(c, m->rule[i]))
            return true;
    return false;
}

static bool is_caught(const struct mutant *m, const struct suite *s, const struct bug *bug)
{
    for (size_t i = 0; i < bug->caught_count; i++) {
        const struct suite_case *c = suite_find_name(s, bug->caught[i]);
        if (c && breaks_rule_of(m, c))
            return true;
    }
    return false;
}

static bool lint_mutant(struct lint *lint, const struct suite *s, const struct bug *bug,
                        const char *name)
{
    const struct mutant *m = NULL;
    struct diag d;
    if (mutant_find(name, &m, &d) < 0 || !m) {
        lint_fault(lint, bug->at, d.hint, "bug '%s' names a mutant that is not there: '%s'",
                   bug->id, name);
        return false;
    }
    if (is_caught(m, s, bug))
        return true;
    lint_fault(lint, bug->at, NULL, "no case of bug '%s' names a rule that mutant '%s' breaks",
               bug->id, name);
    return false;
}

static bool lint_bug(struct lint *lint, const struct suite *s, const struct bug *bug)
{
    size_t found = lint_cases(lint, s, bug);
    bool proven = bug->release != NULL;
    for (size_t i = 0; i < bug->mutant_count; i++)
        proven |= lint_mutant(lint, s, bug, bug->mutant[i]);
    if (bug->mutant_count == 0 && !bug->release && !bug->unproven)
        lint_fault(lint, bug->at, "add: mutants \"...\", or: release \"...\", or: unproven \"why\"",
                   "bug '%s' has no proof", bug->id);
    return found > 0 && proven;
}

size_t lint_bugs(struct lint *lint, const struct suite *s)
{
    size_t proven = 0;
    for (size_t i = 0; i < s->catalogue->bug_count; i++)
        proven += lint_bug(lint, s, &s->catalogue->bug[i]);
    return proven;
}
