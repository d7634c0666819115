/* show: prints one case with title, rules, program and expected trace. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "export/c.h"
#include "export/js.h"
#include "base/wrap.h"
#include "runner/suite/suite.h"

static void show_rules(const struct suite *s, const struct suite_case *c)
{
    puts(c->scenario.rule_count ? "Rules" : "Rules: none");
    for (uint32_t i = 0; i < c->scenario.rule_count; i++) {
        const struct rule *rule = catalogue_find(s->catalogue, c->scenario.rule[i]);
        printf("  %s (%s)\n", rule->id, rule_level_name(rule->level));
        wrap_print(stdout, 4, rule->says);
    }
}

static void show_expected(const struct suite_case *c)
{
    if (!c->expect) {
        puts("Expected trace: none yet");
        return;
    }
    char *text = expect_print(c->expect);
    text_line(stdout, "Expected trace (%s)", c->expect_path);
    wrap_indent(stdout, 2, text);
    free(text);
}

static void show_case(const struct suite *s, const struct suite_case *c)
{
    char *source = scenario_print(&c->scenario);
    text_line(stdout, "Case %s (%s)", c->name, c->path);
    wrap_indent(stdout, 2, source);
    putchar('\n');
    show_rules(s, c);
    putchar('\n');
    show_expected(c);
    free(source);
}

static char *print_as(const struct scenario *s, const char *form, struct diag *d)
{
    if (strcmp(form, "js") == 0)
        return s->script ? export_script(s->script) : export_js(s->program, d);
    bool is_c = strcmp(form, "c") == 0;
    if (s->program)
        return is_c ? export_c(s->program, d) : program_print(s->program);
    diag_usage(d, "--as js prints it whole", "a script has no form in %s",
               is_c ? "C" : "the scenario language");
    return NULL;
}

/* Print only the program, in another form. */
static int show_alone(const struct suite_case *c, const char *form)
{
    struct diag d;
    char *text = print_as(&c->scenario, form, &d);
    if (!text)
        return diag_report(&d);
    fputs(text, stdout);
    free(text);
    return STATUS_EXPECTED;
}

int cmd_show(struct options *o)
{
    struct diag d;
    struct suite *suite;
    int answer = suite_load_case(o, o->operand[0], &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    const struct suite_case *c = &suite->item[0];
    int status = STATUS_EXPECTED;
    if (o->as)
        status = show_alone(c, o->as);
    else
        show_case(suite, c);
    suite_close(suite);
    return status;
}
