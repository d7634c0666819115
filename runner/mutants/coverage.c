#include "runner/mutants/coverage.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "runner/mutants/mutant_run.h"

/* clang-format off */
static const struct {
    const char *name;
    bool is_fault;
} kinds[] = {
    [COVERAGE_SPARED]    = { "spared",    false },
    [COVERAGE_UNBROKEN]  = { "UNBROKEN",  true  },
    [COVERAGE_UNGUARDED] = { "UNGUARDED", true  },
    [COVERAGE_IDLE]      = { "idle",      false },
    [COVERAGE_USELESS]   = { "USELESS",   true  },
    [COVERAGE_STALE]     = { "STALE",     true  },
};
/* clang-format on */
static_assert(ARRAY_SIZE(kinds) == COVERAGE_KIND_COUNT, "a kind has no name");

const char *coverage_name(enum coverage_kind kind)
{
    assert(kind < COVERAGE_KIND_COUNT);
    return kinds[kind].name;
}

bool coverage_is_fault(enum coverage_kind kind)
{
    assert(kind < COVERAGE_KIND_COUNT);
    return kinds[kind].is_fault;
}

/* The reason given for `what` in this table; NULL if there is none. */
static const char *find_reason(const struct mutant_reason *list, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].what, what) == 0)
            return list[i].reason;
    return NULL;
}

/* ---- rules ---- */

static bool has_mutant(const char *rule)
{
    for (size_t i = 0; i < mutant_table_count; i++)
        for (size_t k = 0; k < MUTANT_RULES_MAX && mutant_table[i].rule[k]; k++)
            if (strcmp(mutant_table[i].rule[k], rule) == 0)
                return true;
    return false;
}

static bool has_case(const struct suite *suite, const struct rule *rule)
{
    for (size_t i = 0; i < suite->count; i++)
        if (suite_case_proves(&suite->item[i], rule))
            return true;
    return false;
}

/* Are all cases of the rule scripts? Then it is about a runtime's API, which the reference does not
 * have. runner/t/broken-node.t breaks such rules in a real Node. */
static bool has_scripts_only(const struct suite *suite, const struct rule *rule)
{
    bool found = false;
    for (size_t i = 0; i < suite->count; i++) {
        if (!suite_case_proves(&suite->item[i], rule))
            continue;
        if (suite->item[i].scenario.program)
            return false;
        found = true;
    }
    return found;
}

static void audit_rule(const struct suite *suite, const struct rule *rule, coverage_report *report,
                       void *arg)
{
    if (!rule->informative && !has_case(suite, rule))
        report(arg, COVERAGE_UNGUARDED, rule->id, "no case names this rule");
    if (rule->level != LEVEL_MUST || has_mutant(rule->id))
        return;
    const char *reason = find_reason(mutant_spares, mutant_spare_count, rule->id);
    if (!(rule->families & (FAMILY_BIT(FAMILY_LIBUV) | FAMILY_BIT(FAMILY_ANY))))
        reason = "it is about another loop than those that the reference follows";
    if (!reason)
        reason = rule->informative;
    if (!reason && has_scripts_only(suite, rule))
        reason = "its cases are scripts, which only a runtime runs";
    if (reason)
        report(arg, COVERAGE_SPARED, rule->id, reason);
    else
        report(arg, COVERAGE_UNBROKEN, rule->id, "it must hold, and no mutant breaks it");
}

/* What is wrong with an entry of mutant_spares; NULL if the rule needs it. */
static const char *why_not_spared(const struct suite *suite, const char *id)
{
    const struct rule *rule = catalogue_find(suite->catalogue, id);
    if (!rule)
        return "it is spared, but there is no such rule";
    if (rule->level != LEVEL_MUST)
        return "it is spared, but need not hold";
    return has_mutant(id) ? "it is spared, but has a mutant" : NULL;
}

void coverage_rules(const struct suite *suite, coverage_report *report, void *arg)
{
    for (size_t i = 0; i < suite->catalogue->rule_count; i++)
        audit_rule(suite, &suite->catalogue->rule[i], report, arg);
    for (size_t i = 0; i < mutant_spare_count; i++) {
        const char *why = why_not_spared(suite, mutant_spares[i].what);
        if (why)
            report(arg, COVERAGE_STALE, mutant_spares[i].what, why);
    }
}

/* ---- cases ---- */

static void audit_case(const struct suite *suite, const struct suite_case *c,
                       coverage_report *report, void *arg)
{
    const char *reason = find_reason(mutant_idles, mutant_idle_count, c->name);
    if (!reason && suite_case_level(suite, c) == LEVEL_MAY)
        reason = "its rules leave open what happens";
    if (reason)
        report(arg, COVERAGE_IDLE, c->name, reason);
    else
        report(arg, COVERAGE_USELESS, c->name, "it kills no mutant of its rules");
}

void coverage_cases(const struct suite *suite, const bool *kills, coverage_report *report,
                    void *arg)
{
    for (size_t i = 0; i < suite->count; i++)
        if (!kills[i] && mutant_run_can_run(&suite->item[i]))
            audit_case(suite, &suite->item[i], report, arg);
    for (size_t i = 0; i < mutant_idle_count; i++) {
        const struct suite_case *c = suite_find_name(suite, mutant_idles[i].what);
        if (!c)
            report(arg, COVERAGE_STALE, mutant_idles[i].what,
                   "it is excused, but there is no such case");
        else if (kills[c - suite->item])
            report(arg, COVERAGE_STALE, mutant_idles[i].what, "it is excused, but kills a mutant");
    }
}
