/* lint_catalogue.c - checks the catalogue:
 * - each rule has a case, and its level fits its sources (`must` needs a document);
 * - each contradiction between sources has a case that proves it;
 * - each source has an address;
 * - each part of a document names its rules or gives a reason for having none. */
#include "runner/suite/lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

void lint_report(void *arg, const struct diag *fault)
{
    struct lint *lint = arg;
    if (fault->fault == DIAG_SYSTEM) {
        if (lint->unread++ == 0)
            lint->unread_why = *fault;
        return;
    }
    lint->faults++;
    diag_print(fault, stdout);
}

void lint_fault(struct lint *lint, struct location at, const char *hint, const char *fmt, ...)
{
    struct diag d;
    char message[sizeof d.message];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    diag_set(&d, at, hint, "%s", message);
    lint_report(lint, &d);
}

/* ---- rules ---- */

static bool has_case(const struct suite *s, const struct rule *rule)
{
    for (size_t i = 0; i < s->count; i++)
        if (suite_case_proves(&s->item[i], rule))
            return true;
    return false;
}

/* Source code shows what a loop does; only a document promises that it stays so. */
static bool is_promised(const struct rule *rule)
{
    for (size_t i = 0; i < rule->source_count; i++)
        if (!rule->source[i]->is_code)
            return true;
    return false;
}

static bool part_names(const struct part *part, const struct rule *rule)
{
    for (size_t i = 0; i < part->rule_count; i++)
        if (part->rule[i] == rule)
            return true;
    return false;
}

static bool source_names(const struct source *source, const struct rule *rule)
{
    for (size_t i = 0; i < source->part_count; i++)
        if (part_names(&source->part[i], rule))
            return true;
    return source->part_count == 0; /* its parts are not listed */
}

static void lint_rule(struct lint *lint, const struct rule *rule, bool covered)
{
    /* A case that claims to show what no run can show misreads one of the two. */
    if (rule->informative && covered)
        lint_fault(lint, rule->at, NULL, "rule '%s' is informative, yet a case claims to prove it",
                   rule->id);
    if (rule->level == LEVEL_MUST && !is_promised(rule))
        lint_fault(lint, rule->at, "name the document that promises it, or make it should",
                   "rule '%s' is must, yet only code is its source", rule->id);
    for (size_t i = 0; i < rule->source_count; i++)
        if (!source_names(rule->source[i], rule))
            lint_fault(lint, rule->at, "name the rule below a section, snippet or sentence of it",
                       "no part of '%s' names rule '%s'", rule->source[i]->id, rule->id);
}

static void note_uncovered(struct lint_coverage *out, const char *id)
{
    char *longer = xasprintf("%s%s%s", out->uncovered, *out->uncovered ? " " : "", id);
    free(out->uncovered);
    out->uncovered = longer;
}

static void lint_rules(struct lint *lint, const struct suite *s, struct lint_coverage *out)
{
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *rule = &s->catalogue->rule[i];
        bool covered = has_case(s, rule);
        lint_rule(lint, rule, covered);
        if (rule->informative)
            continue;
        out->runnable++;
        out->covered += covered;
        if (!covered)
            note_uncovered(out, rule->id);
    }
}

/* ---- contradictions ---- */

static bool proves_one_of(const struct suite_case *c, const struct contradiction *x)
{
    for (size_t i = 0; i < x->rule_count; i++)
        if (suite_case_proves(c, x->rule[i]))
            return true;
    return false;
}

static bool source_names_contradiction(const struct source *source, const struct contradiction *x)
{
    for (size_t i = 0; i < source->part_count; i++)
        for (size_t k = 0; k < source->part[i].contradiction_count; k++)
            if (source->part[i].contradiction[k] == x)
                return true;
    return source->part_count == 0; /* its parts are not listed */
}

static void lint_contradiction(struct lint *lint, const struct suite *s,
                               const struct contradiction *x)
{
    for (size_t i = 0; i < x->source_count; i++)
        if (!source_names_contradiction(x->source[i], x))
            lint_fault(
                lint, x->at, "name it below a section, snippet or sentence: contradictions ...",
                "no part of '%s' is corrected by contradiction '%s'", x->source[i]->id, x->id);
    for (size_t i = 0; i < x->proof_count; i++) {
        const struct suite_case *c = suite_find_name(s, x->proof[i]);
        if (!c)
            lint_fault(lint, x->at, NULL, "contradiction '%s' names a case that is not there: '%s'",
                       x->id, x->proof[i]);
        else if (!proves_one_of(c, x))
            lint_fault(lint, x->at, NULL,
                       "case '%s' proves none of the rules of contradiction '%s'", c->name, x->id);
    }
}

static void lint_contradictions(struct lint *lint, const struct suite *s, struct lint_coverage *out)
{
    out->contradictions = s->catalogue->contradiction_count;
    for (size_t i = 0; i < out->contradictions; i++) {
        const struct contradiction *x = &s->catalogue->contradiction[i];
        lint_contradiction(lint, s, x);
        out->proven += x->proof_count > 0;
        if (x->proof_count == 0)
            note_uncovered(out, x->id);
    }
}

/* ---- sources ---- */

static void lint_address(struct lint *lint, const struct source *source)
{
    if (!source->address && !source->no_address)
        lint_fault(lint, source->at, "add below it: at \"https://...\", or: no-address \"why\"",
                   "source '%s' has no address", source->id);
}

static void lint_parts(struct lint *lint, const struct source *source)
{
    for (size_t i = 0; i < source->part_count; i++) {
        const struct part *part = &source->part[i];
        if (part_answer(part) == ANSWER_NONE)
            lint_fault(lint, part->at,
                       "add: rules ..., or: contradictions ..., or: informative \"...\"",
                       "%s '%s' has no rule and no reason for that", part_kind_name(part->kind),
                       part->title);
    }
}

/* Does a runnable rule cite the source, and does every rule that cites it have a case? */
static bool source_is_covered(const struct suite *s, const struct source *source)
{
    size_t shown = 0;
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *rule = &s->catalogue->rule[i];
        if (rule->informative || !rule_cites(rule, source))
            continue;
        if (!has_case(s, rule))
            return false;
        shown++;
    }
    return shown > 0;
}

static void lint_sources(struct lint *lint, const struct suite *s, struct lint_coverage *out)
{
    for (size_t i = 0; i < s->catalogue->source_count; i++) {
        const struct source *source = s->catalogue->source[i];
        lint_address(lint, source);
        lint_parts(lint, source);
        out->sources += source_is_covered(s, source);
    }
}

void lint_catalogue(struct lint *lint, const struct suite *s, struct lint_coverage *out)
{
    *out = (struct lint_coverage){ .uncovered = xstrdup("") };
    lint_rules(lint, s, out);
    lint_contradictions(lint, s, out);
    lint_sources(lint, s, out);
    out->bugs = lint_bugs(lint, s);
}
