/* explain: prints a rule, contradiction or bug, its sources, and how to see it at work. */
#include "runner/command/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/link.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/wrap.h"
#include "mutants/mutants.h"
#include "runner/suite/suite.h"

static void explain_text(const char *heading, const char *text)
{
    if (!text)
        return;
    printf("\n%s\n", heading);
    wrap_print(stdout, 2, text);
}

static void explain_source(const struct source *source, const char *section)
{
    char *link = link_to(source->address, section);
    int name = link_name_length(section);
    char *title = xasprintf("%s%s%.*s", source->title, name > 0 ? ", " : "", name, section);
    printf("  %s\n", source->id);
    wrap_print(stdout, 4, title);
    if (*link)
        printf("    %s\n", link);
    free(title);
    free(link);
}

static void explain_case(const struct suite_case *c)
{
    char *name = text_quote(c->name);
    text_line(stdout, "  %s", c->name);
    wrap_print(stdout, 4, c->scenario.title);
    text_line(stdout, "    loopspec trace %s", name);
    free(name);
}

/* ---- a rule ---- */

static void explain_switches(const struct rule *rule)
{
    for (size_t i = 0; i < rule->depends_count; i++) {
        if (i == 0)
            puts("\nIt depends on");
        printf("  %s\n", rule->depends[i]->id);
        wrap_print(stdout, 4, rule->depends[i]->says);
    }
}

static bool is_about(const struct contradiction *x, const struct rule *rule)
{
    for (size_t i = 0; i < x->rule_count; i++)
        if (x->rule[i] == rule)
            return true;
    return false;
}

static void explain_contradictions(const struct catalogue *c, const struct rule *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < c->contradiction_count; i++) {
        const struct contradiction *x = &c->contradiction[i];
        if (!is_about(x, rule))
            continue;
        if (count++ == 0)
            puts("\nWhere documents say otherwise");
        printf("  %s\n", x->id);
        wrap_print(stdout, 4, x->claim);
    }
}

static void explain_cases(const struct suite *s, const struct rule *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!suite_case_proves(&s->item[i], rule))
            continue;
        if (count++ == 0)
            puts("\nCases");
        explain_case(&s->item[i]);
    }
    if (count > 0)
        printf("\nRun %s\n  loopspec run %s\n", count == 1 ? "it" : "them", rule->id);
    else if (!rule->informative)
        puts("\nCases\n  none yet");
}

static void explain_rule(const struct suite *s, const struct rule *rule)
{
    char families[FAMILIES_TEXT_SIZE];
    bool is_libuv = rule->families == FAMILY_BIT(FAMILY_LIBUV);
    printf("%s  %s, %s%s%s%s\n", rule->id, rule_level_name(rule->level),
           program_layer_name(rule->layer), is_libuv ? "" : ", of ",
           is_libuv ? "" : families_print(rule->families, &s->catalogue->loops, families),
           rule->on_linux ? ", as Linux has it" : "");
    wrap_print(stdout, 2, rule->says);
    explain_text("Where profiles differ", rule->profiles);
    explain_switches(rule);
    explain_text("Note", rule->note);
    explain_text("No run can show it", rule->informative);
    puts("\nSources");
    for (size_t i = 0; i < rule->source_count; i++)
        explain_source(rule->source[i], rule->section[i]);
    explain_contradictions(s->catalogue, rule);
    explain_cases(s, rule);
}

/* ---- a contradiction ---- */

/* Cases that an entry of the catalogue names. */
static void explain_named(const struct suite *s, const char *const *name, size_t count)
{
    puts("\nCases");
    if (count == 0)
        puts("  none yet");
    for (size_t i = 0; i < count; i++) {
        const struct suite_case *c = suite_find_name(s, name[i]);
        if (c)
            explain_case(c);
        else
            printf("  %s\n    there is no such case\n", name[i]);
    }
}

static void print_run(const char *const *name, size_t count)
{
    fputs("  loopspec run", stdout);
    for (size_t i = 0; i < count; i++) {
        char *quoted = text_quote(name[i]);
        printf(" %s", quoted);
        free(quoted);
    }
}

static void explain_contradiction(const struct suite *s, const struct contradiction *x)
{
    printf("%s  contradiction\n", x->id);
    wrap_print(stdout, 2, x->claim);
    puts("\nWhere it stands");
    for (size_t i = 0; i < x->source_count; i++)
        explain_source(x->source[i], x->section[i]);
    if (x->where)
        wrap_print(stdout, 2, x->where);
    explain_text("What really happens", x->truth);
    puts("\nRules");
    for (size_t i = 0; i < x->rule_count; i++) {
        printf("  %s (%s)\n", x->rule[i]->id, rule_level_name(x->rule[i]->level));
        wrap_print(stdout, 4, x->rule[i]->says);
    }
    explain_named(s, x->proof, x->proof_count);
    if (x->proof_count == 0)
        return;
    printf("\nRun %s\n", x->proof_count == 1 ? "it" : "them");
    print_run(x->proof, x->proof_count);
    putchar('\n');
}

/* ---- a bug ---- */

static void explain_mutant(const struct bug *bug, const char *name)
{
    const struct mutant *m;
    struct diag ignored;
    printf("  mutant %s\n", name);
    if (mutant_find(name, &m, &ignored) < 0 || !m) {
        puts("    there is no such mutant");
        return;
    }
    wrap_print(stdout, 4, m->does);
    fputs("  ", stdout);
    print_run(bug->caught, bug->caught_count);
    printf(" -b reference:mutant=%s", name);
    if (m->profile)
        printf(" --profile %s", m->profile);
    putchar('\n');
}

static void explain_bug_versions(const struct bug *bug)
{
    puts("\nVersions");
    if (bug->since)
        printf("  since %s %s, ", bug->system, bug->since);
    else
        fputs("  ", stdout);
    if (bug->fixed)
        printf("fixed in %s %s\n", bug->system, bug->fixed);
    else
        puts("no release without it is known");
}

static void explain_bug(const struct suite *s, const struct bug *bug)
{
    printf("%s  bug of %s\n", bug->id, bug->system);
    wrap_print(stdout, 2, bug->says);
    explain_bug_versions(bug);
    puts("\nReported or mended");
    for (size_t i = 0; i < bug->address_count; i++)
        printf("  %s\n", bug->address[i]);
    explain_named(s, bug->caught, bug->caught_count);
    puts("\nProof that they catch it");
    for (size_t i = 0; i < bug->mutant_count; i++)
        explain_mutant(bug, bug->mutant[i]);
    if (bug->release)
        printf("  %s %s has it, and a case fails there\n", bug->system, bug->release);
    if (bug->unproven)
        wrap_print(stdout, 2, bug->unproven);
}

/* ---- which of them ---- */

static const struct contradiction *find_contradiction(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->contradiction_count; i++)
        if (strcasecmp(c->contradiction[i].id, id) == 0)
            return &c->contradiction[i];
    return NULL;
}

static const struct bug *find_bug(const struct catalogue *c, const char *id)
{
    for (size_t i = 0; i < c->bug_count; i++)
        if (strcasecmp(c->bug[i].id, id) == 0)
            return &c->bug[i];
    return NULL;
}

/* A rule can be explained even if it has no case yet. */
int cmd_explain(struct options *o)
{
    struct diag d;
    struct suite *suite;
    const char *id = o->operand[0];
    o->operand_count = 0; /* the cases come from the whole suite */
    if (suite_open(o, &suite, &d) < 0)
        return suite_fail(suite, -1, &d);
    const struct contradiction *x = find_contradiction(suite->catalogue, id);
    const struct bug *bug = find_bug(suite->catalogue, id);
    const struct rule *rule = x || bug ? NULL : suite_find_rule(suite, id, &d);
    if (!x && !bug && !rule)
        return suite_fail(suite, -1, &d);
    if (x)
        explain_contradiction(suite, x);
    else if (bug)
        explain_bug(suite, bug);
    else
        explain_rule(suite, rule);
    suite_close(suite);
    return STATUS_EXPECTED;
}
