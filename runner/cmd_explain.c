/* explain: one rule, where it is written, and how to see it at work. */
#include "runner/commands.h"

#include <stdio.h>

#include "runner/prose.h"
#include "runner/suite.h"

static void explain_text(const char *heading, const char *text)
{
    if (!text)
        return;
    printf("\n%s\n", heading);
    prose_wrap(stdout, 2, text);
}

static void explain_sources(const struct rule *rule)
{
    puts("\nSources");
    for (size_t i = 0; i < rule->source_count; i++) {
        printf("  %s\n", rule->source[i]->id);
        prose_wrap(stdout, 4, rule->source[i]->title);
    }
}

static void explain_cases(const struct suite *s, const struct rule *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct suite_case *c = &s->item[i];
        if (!suite_case_proves(c, rule))
            continue;
        if (count++ == 0)
            puts("\nCases");
        printf("  %s\n", c->name);
        prose_wrap(stdout, 4, c->scenario.title);
        printf("    loopspec trace %s\n", c->name);
    }
    if (count > 0)
        printf("\nRun %s\n  loopspec run %s\n", count == 1 ? "it" : "them", rule->id);
    else if (!rule->informative)
        puts("\nCases\n  none yet");
}

int cmd_explain(struct options *o)
{
    struct diag d;
    struct suite *suite;
    const char *id = o->operand[0];
    o->operand_count = 0; /* the cases come from the whole suite */
    int answer = suite_open(o, &suite, &d);
    /* A rule can be explained before there is any case. */
    const struct rule *rule = answer >= 0 ? suite_find_rule(suite, id, &d) : NULL;
    if (!rule)
        return suite_fail(suite, -1, &d);
    printf("%s  %s, %s%s\n", rule->id, rule_level_name(rule->level),
           program_layer_name(rule->layer), rule->on_linux ? ", as Linux has it" : "");
    prose_wrap(stdout, 2, rule->says);
    explain_text("Where profiles differ", rule->profiles);
    explain_text("Note", rule->note);
    explain_text("No run can show it", rule->informative);
    explain_sources(rule);
    explain_cases(suite, rule);
    suite_close(suite);
    return STATUS_EXPECTED;
}
