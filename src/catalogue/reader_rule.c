#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "catalogue/reader.h"

static const char contradiction_group[] = "X";
static const char *const other_groups[] = { "X-", "BUG-" }; /* of entries that are no rules */

static bool is_contradiction_id(const char *id)
{
    size_t length = sizeof contradiction_group - 1;
    return reader_is_id(id) && strncmp(id, contradiction_group, length) == 0 && id[length] == '-';
}

/* --- the fields of a rule --- */

static int read_linux(struct reader *r, void *entry)
{
    ((struct rule *)entry)->on_linux = true;
    return reader_end_line(r);
}

static const char *loop_name(int i)
{
    return family_name((enum loop_family)i);
}

/* A known loop, or one that was declared before. */
static int read_loop_name(struct reader *r, int *family)
{
    *family = r->lx.token.kind == LEX_WORD ? loops_find(&r->c->loops, r->lx.token.text) : -1;
    if (*family >= 0)
        return reader_next(r);
    if (reader_choice(r, "loop", FAMILY_COUNT, loop_name, family) == 0)
        return 0;
    if (!r->d->hint[0])
        snprintf(r->d->hint, sizeof r->d->hint,
                 "declare a loop of your own before its rules: loop %.40s 1.0", r->lx.token.text);
    return -1;
}

static int read_loops(struct reader *r, void *entry)
{
    struct rule *rule = entry;
    do {
        int family;
        if (read_loop_name(r, &family) < 0)
            return -1;
        rule->families |= FAMILY_BIT(family);
    } while (r->lx.token.kind == LEX_WORD);
    return reader_end_line(r);
}

static const struct field rule_fields[] = {
    { TEXT(rule, says) },         { "loops", OWN(read_loops) },  { "sources", CITES(SOURCE) },
    { TEXT(rule, profiles) },     { "switches", CITES(SWITCH) }, { TEXT(rule, note) },
    { "linux", OWN(read_linux) }, { TEXT(rule, informative) },
};

static int check_rule_id(struct reader *r, const struct rule *rule)
{
    if (!reader_is_id(rule->id))
        return lex_error_at(&r->lx, rule->at, "a group and a number, such as TIMER-2",
                            "'%s' is not the id of a rule", rule->id);
    for (size_t i = 0; i < ARRAY_SIZE(other_groups); i++)
        if (strncmp(rule->id, other_groups[i], strlen(other_groups[i])) == 0)
            return lex_error_at(&r->lx, rule->at,
                                "the group X is that of contradictions, BUG that of bugs",
                                "'%s' is not the id of a rule", rule->id);
    const struct rule *other = catalogue_find(r->c, rule->id);
    return other ? reader_there_twice(r, "rule", rule->id, rule->at, other->at) : 0;
}

static const char *level_name(int i)
{
    return rule_level_name((enum rule_level)i);
}

static const char *layer_name(int i)
{
    return program_layer_name((enum program_layer)i);
}

static int settle_rule(struct reader *r, struct rule *rule)
{
    if (!rule->says)
        return lex_error_at(&r->lx, rule->at, "add: says \"...\"", "rule '%s' says nothing",
                            rule->id);
    if (cite_reserve_sources(r, "rule", rule->id, &rule->source, &rule->section,
                             &rule->source_count) < 0 ||
        cite_reserve(r, CITED_SWITCH, "rule", rule->id, &rule->depends, &rule->depends_count) < 0)
        return -1;
    if (rule->source_count == 0)
        return lex_error_at(&r->lx, rule->at, "add: sources ...", "rule '%s' has no source",
                            rule->id);
    return 0;
}

int reader_rule(struct reader *r, int unused)
{
    (void)unused;
    struct rule rule = { .at = r->lx.token.at };
    int level = 0, layer = 0;
    if (reader_word(r, "the id of a rule", &rule.id) < 0 || check_rule_id(r, &rule) < 0 ||
        reader_choice(r, "level", LEVEL_COUNT, level_name, &level) < 0 ||
        reader_choice(r, "layer", LAYER_COUNT, layer_name, &layer) < 0 ||
        reader_fields(r, rule_fields, ARRAY_SIZE(rule_fields), &rule, "rule", rule.id, rule.at) <
            0 ||
        settle_rule(r, &rule) < 0)
        return -1;
    if (rule.families == 0)
        rule.families = FAMILY_BIT(FAMILY_LIBUV);
    rule.level = (enum rule_level)level;
    rule.layer = (enum program_layer)layer;
    catalogue_add_rule(r->c, &rule);
    return 0;
}

/* --- contradictions --- */

/* Names of cases have slashes, so they are strings. */
static int read_cases(struct reader *r, void *entry)
{
    struct contradiction *x = entry;
    return reader_strings(r, &x->proof, &x->proof_count);
}

static const struct field contradiction_fields[] = {
    { TEXT(contradiction, claim) }, { "sources", CITES(SOURCE) }, { TEXT(contradiction, where) },
    { TEXT(contradiction, truth) }, { "rules", CITES(RULE) },     { "cases", OWN(read_cases) },
};

static int check_contradiction_id(struct reader *r, const struct contradiction *x)
{
    if (!is_contradiction_id(x->id))
        return lex_error_at(&r->lx, x->at, "X and a number, such as X-12",
                            "'%s' is not the id of a contradiction", x->id);
    for (size_t i = 0; i < r->c->contradiction_count; i++)
        if (strcmp(r->c->contradiction[i].id, x->id) == 0)
            return reader_there_twice(r, "contradiction", x->id, x->at, r->c->contradiction[i].at);
    return 0;
}

static int settle_contradiction(struct reader *r, struct contradiction *x)
{
    static const char what[] = "contradiction";
    if (!x->claim)
        return lex_error_at(&r->lx, x->at, "add: claim \"...\"", "%s '%s' claims nothing", what,
                            x->id);
    if (!x->truth)
        return lex_error_at(&r->lx, x->at, "add: truth \"...\"",
                            "%s '%s' does not say what really happens", what, x->id);
    if (cite_reserve_sources(r, what, x->id, &x->source, &x->section, &x->source_count) < 0 ||
        cite_reserve(r, CITED_RULE, what, x->id, &x->rule, &x->rule_count) < 0)
        return -1;
    if (x->source_count == 0 && !x->where)
        return lex_error_at(&r->lx, x->at, "add: sources ..., or: where \"...\"",
                            "%s '%s' stands nowhere", what, x->id);
    if (x->rule_count == 0)
        return lex_error_at(&r->lx, x->at, "add: rules ...", "%s '%s' is about no rule", what,
                            x->id);
    return 0;
}

int reader_contradiction(struct reader *r, int unused)
{
    (void)unused;
    struct contradiction x = { .at = r->lx.token.at };
    if (reader_word(r, "the id of a contradiction", &x.id) < 0 ||
        check_contradiction_id(r, &x) < 0 ||
        reader_fields(r, contradiction_fields, ARRAY_SIZE(contradiction_fields), &x,
                      "contradiction", x.id, x.at) < 0 ||
        settle_contradiction(r, &x) < 0)
        return -1;
    PUSH(r->c->contradiction, r->c->contradiction_count, r->c->contradiction_room, x);
    return 0;
}
