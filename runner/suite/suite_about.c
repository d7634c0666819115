/* suite_about.c - what reports show about a suite: the chosen cases, their rules, and the documents
 * that these come from. */
#include "runner/suite/suite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "export/c.h"
#include "export/js.h"

static void add_rule(struct about *a, const struct rule *rule)
{
    const char **id = xcalloc(rule->source_count + 1, sizeof *id);
    for (size_t i = 0; i < rule->source_count; i++)
        id[i] = rule->source[i]->id;
    about_add_rule(a, &(struct about_rule){ .id = rule->id,
                                            .says = rule->says,
                                            .level = rule_level_name(rule->level),
                                            .layer = program_layer_name(rule->layer),
                                            .note = rule->note,
                                            .profiles = rule->profiles,
                                            .informative = rule->informative,
                                            .on_linux = rule->on_linux,
                                            .source = id,
                                            .section = rule->section,
                                            .section_count = rule->source_count,
                                            .source_count = rule->source_count });
    free(id);
}

static bool is_cited(const struct about *a, const char *id)
{
    for (size_t i = 0; i < a->rule_count; i++)
        for (size_t k = 0; k < a->rule[i].source_count; k++)
            if (strcmp(a->rule[i].source[k], id) == 0)
                return true;
    return false;
}

/* Does a chosen case catch it? */
static bool is_shown(const struct about *a, const struct bug *bug)
{
    for (size_t i = 0; i < bug->caught_count; i++)
        if (about_find_case(a, bug->caught[i]))
            return true;
    return false;
}

static void add_bug(struct about *a, const struct bug *bug)
{
    about_add_bug(a, &(struct about_bug){ .id = bug->id,
                                          .system = bug->system,
                                          .says = bug->says,
                                          .since = bug->since,
                                          .fixed = bug->fixed,
                                          .release = bug->release,
                                          .unproven = bug->unproven,
                                          .url = bug->address,
                                          .url_count = bug->address_count,
                                          .caught = bug->caught,
                                          .caught_count = bug->caught_count,
                                          .mutant = bug->mutant,
                                          .mutant_count = bug->mutant_count });
}

static void add_case(struct about *a, const struct suite_case *c)
{
    struct diag d;
    const struct scenario *s = &c->scenario;
    char *js = s->script ? export_script(s->script) : export_js(s->program, &d);
    char *as_c = s->program ? export_c(s->program, &d) : NULL;
    about_add_case(a, &(struct about_case){ .name = c->name,
                                            .layer = program_layer_name(s->layer),
                                            .path = c->path,
                                            .scenario = c->source,
                                            .expect_path = c->expect_source ? c->expect_path : NULL,
                                            .expected = c->expect_source,
                                            .js = js,
                                            .c = as_c });
    free(js);
    free(as_c);
}

void suite_tell(const struct suite *s, bool whole, struct about *a)
{
    assert(whole || s->is_proved);
    *a = (struct about){ 0 };
    for (size_t i = 0; i < s->count; i++)
        add_case(a, &s->item[i]);
    about_sort(a);
    if (!s->catalogue)
        return;
    for (size_t i = 0; i < s->catalogue->rule_count; i++)
        if (whole || s->is_proved[i])
            add_rule(a, &s->catalogue->rule[i]);
    for (size_t i = 0; i < s->catalogue->bug_count; i++)
        if (whole || is_shown(a, &s->catalogue->bug[i]))
            add_bug(a, &s->catalogue->bug[i]);
    for (size_t i = 0; i < s->catalogue->source_count; i++) {
        const struct source *source = s->catalogue->source[i];
        if (whole || is_cited(a, source->id))
            about_add_source(a, &(struct about_source){ source->id, source->title, source->is_code,
                                                        source->address });
    }
}
