/* list: what there is, as columns for people or as JSON for programs. */
#include "runner/commands.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "backend/load.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "profile/profile.h"
#include "runner/suite.h"

/* A JSON array, an element a line; text is printed as it comes. */
struct listing {
    FILE *out;
    bool json;
    size_t count; /* elements so far */
};

static void listing_begin(struct listing *l, const struct options *o)
{
    *l = (struct listing){ .out = stdout, .json = o->json };
    if (l->json)
        fputc('[', l->out);
}

/* Takes `element`. */
static void listing_add(struct listing *l, json_t *element)
{
    assert(element); /* texts are UTF-8: the lexer and the walk saw to it */
    fputs(l->count++ ? ",\n" : "\n", l->out);
    json_dumpf(element, l->out, 0);
    json_decref(element);
}

static void listing_end(const struct listing *l)
{
    if (l->json)
        fputs("\n]\n", l->out);
}

static json_t *rule_ids(const struct scenario *s)
{
    json_t *ids = json_array();
    for (uint32_t i = 0; i < s->rule_count; i++)
        json_array_append_new(ids, json_string(s->rule[i]));
    return ids;
}

static void list_cases(struct listing *l, const struct suite *s)
{
    int width = 0;
    for (size_t i = 0; i < s->count; i++)
        if ((int)strlen(s->item[i].name) > width)
            width = (int)strlen(s->item[i].name);
    for (size_t i = 0; i < s->count; i++) {
        const struct suite_case *c = &s->item[i];
        const char *layer = program_layer_name(c->scenario.layer);
        if (l->json)
            listing_add(l, json_pack("{ss ss ss so}", "case", c->name, "title", c->scenario.title,
                                     "layer", layer, "rules", rule_ids(&c->scenario)));
        else
            fprintf(l->out, "%-*s  %s\n", width, c->name, c->scenario.title);
    }
}

static size_t count_proofs(const struct suite *s, const struct rule *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += suite_case_proves(&s->item[i], rule);
    return count;
}

static json_t *rule_as_json(const struct suite *s, const struct rule *rule)
{
    json_t *sources = json_array(), *cases = json_array();
    for (size_t i = 0; i < rule->source_count; i++)
        json_array_append_new(sources, json_string(rule->source[i]->id));
    for (size_t i = 0; i < s->count; i++)
        if (suite_case_proves(&s->item[i], rule))
            json_array_append_new(cases, json_string(s->item[i].name));
    return json_pack("{ss ss ss ss so so}", "id", rule->id, "says", rule->says, "level",
                     rule_level_name(rule->level), "layer", program_layer_name(rule->layer),
                     "sources", sources, "cases", cases);
}

static void list_rules(struct listing *l, const struct suite *s)
{
    for (size_t i = 0; i < catalogue_rule_count(s->catalogue); i++) {
        const struct rule *rule = catalogue_rule(s->catalogue, i);
        if (l->json) {
            listing_add(l, rule_as_json(s, rule));
            continue;
        }
        char proofs[32];
        size_t count = count_proofs(s, rule);
        snprintf(proofs, sizeof proofs, "%zu case%s", count, count == 1 ? "" : "s");
        fprintf(l->out, "%-10s  %-6s  %-7s  %-11s  %s\n", rule->id, rule_level_name(rule->level),
                program_layer_name(rule->layer),
                rule->informative && count == 0 ? "informative" : proofs, rule->says);
    }
}

static bool rule_cites(const struct rule *rule, const struct source *source)
{
    for (size_t i = 0; i < rule->source_count; i++)
        if (rule->source[i] == source)
            return true;
    return false;
}

/* A case rests on a source if one of its rules does; it counts once. */
static bool case_cites(const struct suite *s, const struct suite_case *c,
                       const struct source *source)
{
    for (uint32_t i = 0; i < c->scenario.rule_count; i++)
        if (rule_cites(catalogue_find(s->catalogue, c->scenario.rule[i]), source))
            return true;
    return false;
}

static void list_sources(struct listing *l, const struct suite *s)
{
    for (size_t i = 0; i < catalogue_source_count(s->catalogue); i++) {
        const struct source *source = catalogue_source(s->catalogue, i);
        size_t rules = 0, cases = 0;
        for (size_t r = 0; r < catalogue_rule_count(s->catalogue); r++)
            rules += rule_cites(catalogue_rule(s->catalogue, r), source);
        for (size_t c = 0; c < s->count; c++)
            cases += case_cites(s, &s->item[c], source);
        if (l->json)
            listing_add(l, json_pack("{ss ss sI sI}", "id", source->id, "title", source->title,
                                     "rules", (json_int_t)rules, "cases", (json_int_t)cases));
        else
            fprintf(l->out, "%-28s  %3zu rules  %3zu cases  %s\n", source->id, rules, cases,
                    source->title);
    }
}

/* JSON has the names that can be used as they are, text also the open forms. */
static void list_backends(struct listing *l)
{
    for (size_t i = 0; i < backend_builtin_count(); i++) {
        const char *name = backend_builtin_name(i), *what = backend_builtin_what(i);
        if (l->json)
            listing_add(l, json_pack("{ss ss}", "backend", name, "what", what));
        else
            fprintf(l->out, "%-12s  %s\n", name, what);
    }
    if (!l->json)
        fputs("libuv:FILE    another libuv, as libuv:/opt/uv/lib/libuv.so.1\n"
              "./FILE.so     a plug-in: a shared object that exports loopspec_backend\n",
              l->out);
}

static void list_profiles(struct listing *l)
{
    for (size_t i = 0; i < profile_known_count(); i++) {
        struct profile profile = profile_known(i);
        char full[64];
        profile_print(&profile, full);
        if (l->json)
            listing_add(l, json_pack("{ss ss}", "name", profile_known_name(i), "profile", full));
        else
            fprintf(l->out, "%-14s  %s\n", profile_known_name(i), full);
    }
}

static const struct topic {
    const char *name;
    void (*of_suite)(struct listing *l, const struct suite *s); /* this or the other */
    void (*of_program)(struct listing *l);
} topics[] = {
    { "cases", list_cases, NULL },       { "rules", list_rules, NULL },
    { "sources", list_sources, NULL },   { "backends", NULL, list_backends },
    { "profiles", NULL, list_profiles },
};

static const struct topic *find_topic(const char *name, struct diag *d)
{
    char hint[80];
    struct suggest s;
    suggest_init(&s, name);
    for (size_t i = 0; i < ARRAY_SIZE(topics); i++) {
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
        suggest_offer(&s, topics[i].name);
    }
    diag_usage(
        d, suggest_hint(&s, "known: cases, rules, sources, backends, profiles", hint, sizeof hint),
        "cannot list '%s'", name);
    return NULL;
}

int cmd_list(struct options *o)
{
    struct diag d;
    struct listing l;
    struct suite *suite = NULL;
    const struct topic *topic = find_topic(o->operand[0], &d);
    if (!topic) {
        diag_print(&d, stderr);
        return STATUS_USAGE;
    }
    o->operand_count = 0; /* the rest of it means the whole suite */
    int answer = topic->of_suite ? suite_open(o, &suite, &d) : 0;
    if (answer < 0) /* no case at all is a short list, not a failure */
        return suite_fail(suite, answer, &d);
    listing_begin(&l, o);
    if (topic->of_suite)
        topic->of_suite(&l, suite);
    else
        topic->of_program(&l);
    listing_end(&l);
    suite_close(suite);
    return STATUS_EXPECTED;
}
