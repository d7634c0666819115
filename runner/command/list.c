/* list: lists cases, rules and so on, as columns for people or as JSON for programs. */
#include "runner/command/commands.h"

#include <assert.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"
#include "base/link.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/wrap.h"
#include "match/bound.h"
#include "mutants/mutants.h"
#include "profile/profile.h"
#include "reports/result/result.h"
#include "runner/server/server.h"
#include "runner/suite/suite.h"
#include "runtime/find.h"

/* Column of titles at a terminal; a longer name moves its own title to the right. */
enum { CASE_COLUMN = 40 };

/* A JSON array with one element per line, or text. */
struct listing {
    FILE *out;
    bool json;
    size_t columns; /* of the terminal; SIZE_MAX: lines may be as long as they like */
    size_t count;   /* elements so far */
};

static void listing_begin(struct listing *l, const struct options *o)
{
    size_t columns = wrap_terminal(stdout);
    *l = (struct listing){ .out = stdout,
                           .json = o->json,
                           .columns = columns > 0 ? columns : SIZE_MAX };
    if (l->json)
        fputc('[', l->out);
}

/* Takes `element`. */
static void listing_add(struct listing *l, json_t *element)
{
    assert(element); /* all texts are UTF-8: the lexer and the directory walk have checked it */
    fputs(l->count++ ? ",\n" : "\n", l->out);
    json_dumpf(element, l->out, 0);
    json_decref(element);
}

static void listing_end(const struct listing *l)
{
    if (l->json)
        fputs("\n]\n", l->out);
}

/* A row of text, wrapped at the width of the terminal. */
static void print_row(const struct listing *l, size_t indent, const char *left, const char *text)
{
    wrap_beside_in(l->out, l->columns, indent, left, text);
}

static json_t *rule_ids(const struct scenario *s)
{
    json_t *ids = json_array();
    for (uint32_t i = 0; i < s->rule_count; i++)
        json_array_append_new(ids, json_string(s->rule[i]));
    return ids;
}

/* "3 cases" */
static const char *say_count(size_t count, const char *what, char text[32])
{
    snprintf(text, 32, "%zu %s%s", count, what, text_plural(count));
    return text;
}

static void list_cases(struct listing *l, const struct suite *s)
{
    int width = 0;
    for (size_t i = 0; i < s->count; i++)
        if ((int)strlen(s->item[i].name) > width)
            width = (int)strlen(s->item[i].name);
    size_t column = (size_t)width + 2;
    if (l->columns < SIZE_MAX && column > CASE_COLUMN)
        column = CASE_COLUMN;
    for (size_t i = 0; i < s->count; i++) {
        const struct suite_case *c = &s->item[i];
        const char *layer = program_layer_name(c->scenario.layer);
        if (l->json)
            listing_add(l, json_pack("{ss ss ss so}", "case", c->name, "title", c->scenario.title,
                                     "layer", layer, "rules", rule_ids(&c->scenario)));
        else
            print_row(l, column, c->name, c->scenario.title);
    }
}

/* ---- what rests on rules: a rule, a contradiction, a source or a part of one ---- */

/* A list of rules. */
struct cited_rules {
    const struct rule *const *rule;
    size_t count;
};

static bool case_proves_any(const struct suite_case *c, struct cited_rules rules)
{
    for (size_t i = 0; i < rules.count; i++)
        if (suite_case_proves(c, rules.rule[i]))
            return true;
    return false;
}

/* A case counts once, however many of the rules it proves. */
static size_t count_proofs(const struct suite *s, struct cited_rules rules)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += case_proves_any(&s->item[i], rules);
    return count;
}

static json_t *proof_names(const struct suite *s, struct cited_rules rules)
{
    json_t *names = json_array();
    for (size_t i = 0; i < s->count; i++)
        if (case_proves_any(&s->item[i], rules))
            json_array_append_new(names, json_string(s->item[i].name));
    return names;
}

static json_t *cited_ids(struct cited_rules rules)
{
    json_t *ids = json_array();
    for (size_t i = 0; i < rules.count; i++)
        json_array_append_new(ids, json_string(rules.rule[i]->id));
    return ids;
}

static json_t *texts(const char *const *text, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(text[i]));
    return list;
}

static json_t *source_ids(const struct source *const *source, size_t count)
{
    json_t *ids = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(ids, json_string(source[i]->id));
    return ids;
}

static json_t *rule_as_json(const struct suite *s, const struct rule *rule)
{
    return json_pack("{ss ss ss ss so so so}", "id", rule->id, "says", rule->says, "level",
                     rule_level_name(rule->level), "layer", program_layer_name(rule->layer),
                     "sources", source_ids(rule->source, rule->source_count), "sections",
                     texts(rule->section, rule->source_count), "cases",
                     proof_names(s, (struct cited_rules){ &rule, 1 }));
}

/* How many cases prove each rule of the catalogue; the caller frees the array. */
static size_t *count_proofs_of_each(const struct suite *s)
{
    size_t *count = xcalloc(s->catalogue->rule_count + 1, sizeof *count);
    for (size_t i = 0; i < s->count; i++) {
        const struct scenario *scenario = &s->item[i].scenario;
        for (uint32_t k = 0; k < scenario->rule_count; k++)
            count[catalogue_find(s->catalogue, scenario->rule[k]) - s->catalogue->rule]++;
    }
    return count;
}

static void list_rules(struct listing *l, const struct suite *s)
{
    size_t *proofs = count_proofs_of_each(s);
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *rule = &s->catalogue->rule[i];
        if (l->json) {
            listing_add(l, rule_as_json(s, rule));
            continue;
        }
        char cases[32], left[80];
        snprintf(left, sizeof left, "%-10s  %-6s  %-7s  %-11s", rule->id,
                 rule_level_name(rule->level), program_layer_name(rule->layer),
                 rule->informative && proofs[i] == 0 ? "informative"
                                                     : say_count(proofs[i], "case", cases));
        print_row(l, 42, left, rule->says);
    }
    free(proofs);
}

static json_t *contradiction_as_json(const struct contradiction *x)
{
    return json_pack("{ss ss ss* so so ss so so}", "id", x->id, "claim", x->claim, "where",
                     x->where, "sources", source_ids(x->source, x->source_count), "sections",
                     texts(x->section, x->source_count), "truth", x->truth, "rules",
                     cited_ids((struct cited_rules){ x->rule, x->rule_count }), "cases",
                     texts(x->proof, x->proof_count));
}

static void list_contradictions(struct listing *l, const struct suite *s)
{
    for (size_t i = 0; i < s->catalogue->contradiction_count; i++) {
        const struct contradiction *x = &s->catalogue->contradiction[i];
        char proofs[32];
        if (l->json)
            listing_add(l, contradiction_as_json(x));
        else
            fprintf(l->out, "%-5s %-8s %s\n", x->id, say_count(x->proof_count, "case", proofs),
                    x->claim);
    }
}

static json_t *bug_as_json(const struct bug *bug)
{
    return json_pack(
        "{ss ss ss so ss* ss* so so ss* ss*}", "id", bug->id, "system", bug->system, "says",
        bug->says, "urls", texts(bug->address, bug->address_count), "since", bug->since, "fixed",
        bug->fixed, "cases", texts(bug->caught, bug->caught_count), "mutants",
        texts(bug->mutant, bug->mutant_count), "release", bug->release, "unproven", bug->unproven);
}

static void list_bugs(struct listing *l, const struct suite *s)
{
    for (size_t i = 0; i < s->catalogue->bug_count; i++) {
        const struct bug *bug = &s->catalogue->bug[i];
        char cases[32], left[96];
        if (l->json) {
            listing_add(l, bug_as_json(bug));
            continue;
        }
        snprintf(left, sizeof left, "%-8s  %-8s  %-8s  %s", bug->id, bug->system,
                 say_count(bug->caught_count, "case", cases), bug_proof(bug));
        print_row(l, 40, left, bug->says);
    }
}

/* The rules that cite a source; the caller frees the array. */
static struct cited_rules rules_of_source(const struct suite *s, const struct source *source)
{
    size_t count = 0;
    const struct rule **rule = xcalloc(s->catalogue->rule_count, sizeof *rule);
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *r = &s->catalogue->rule[i];
        if (rule_cites(r, source))
            rule[count++] = r;
    }
    return (struct cited_rules){ rule, count };
}

/* NULL if the part has no anchor of its own; owned by the caller. */
static char *part_link(const struct source *source, const struct part *part)
{
    return link_has_anchor(part->section) ? link_to(source->address, part->section) : NULL;
}

static json_t *part_as_json(const struct suite *s, const struct source *source,
                            const struct part *part)
{
    struct cited_rules rules = { part->rule, part->rule_count };
    json_t *corrected = part->contradiction_count > 0 ? json_array() : NULL;
    for (size_t k = 0; k < part->contradiction_count; k++)
        json_array_append_new(corrected, json_string(part->contradiction[k]->id));
    char *link = part_link(source, part);
    json_t *o = json_pack("{ss ss ss* so so so* ss*}", "kind", part_kind_name(part->kind), "title",
                          part->title, "url", link, "rules", cited_ids(rules), "cases",
                          proof_names(s, rules), "contradictions", corrected, "informative",
                          part->informative);
    free(link);
    return o;
}

static json_t *source_as_json(const struct suite *s, const struct source *source,
                              struct cited_rules rules)
{
    json_t *parts = json_array();
    for (size_t i = 0; i < source->part_count; i++)
        json_array_append_new(parts, part_as_json(s, source, &source->part[i]));
    return json_pack("{ss ss sb ss* so so so}", "id", source->id, "title", source->title, "code",
                     source->is_code, "url", source->address, "rules", cited_ids(rules), "cases",
                     proof_names(s, rules), "parts", parts);
}

static void print_part(FILE *out, const struct suite *s, const struct source *source,
                       const struct part *part)
{
    char rules[32], cases[32];
    struct cited_rules cited = { part->rule, part->rule_count };
    char *link = part_link(source, part);
    fprintf(out, "  %-8s  %s\n", part_kind_name(part->kind), part->title);
    if (link)
        fprintf(out, "            %s\n", link);
    free(link);
    if (part->informative) {
        fprintf(out, "            no rule: %s\n", part->informative);
        return;
    }
    fprintf(out, "            %s, %s:", say_count(part->rule_count, "rule", rules),
            say_count(count_proofs(s, cited), "case", cases));
    for (size_t i = 0; i < part->rule_count; i++)
        fprintf(out, " %s", part->rule[i]->id);
    putc('\n', out);
    if (part->contradiction_count == 0)
        return;
    fputs("            corrected:", out);
    for (size_t i = 0; i < part->contradiction_count; i++)
        fprintf(out, " %s", part->contradiction[i]->id);
    putc('\n', out);
}

static void print_answers(FILE *out, const struct source *source)
{
    size_t answered[ANSWER_COUNT] = { 0 };
    for (size_t i = 0; i < source->part_count; i++)
        answered[part_answer(&source->part[i])]++;
    if (source->part_count > 0)
        fprintf(out, "  %zu part%s: %zu by rules, %zu by contradictions, %zu by a reason\n",
                source->part_count, text_plural(source->part_count), answered[ANSWER_RULES],
                answered[ANSWER_CONTRADICTION], answered[ANSWER_REASON]);
}

static void list_sources(struct listing *l, const struct suite *s)
{
    for (size_t i = 0; i < s->catalogue->source_count; i++) {
        const struct source *source = s->catalogue->source[i];
        struct cited_rules rules = rules_of_source(s, source);
        if (l->json) {
            listing_add(l, source_as_json(s, source, rules));
        } else {
            char cited[32], proofs[32];
            fprintf(l->out, "%-28s  %9s  %9s  %s\n", source->id,
                    say_count(rules.count, "rule", cited),
                    say_count(count_proofs(s, rules), "case", proofs), source->title);
            if (source->address)
                fprintf(l->out, "  %s\n", source->address);
            print_answers(l->out, source);
            for (size_t p = 0; p < source->part_count; p++)
                print_part(l->out, s, source, &source->part[p]);
        }
        free((void *)rules.rule);
    }
}

/* What is known of a backend: it is started and asked for its version. */
struct found {
    bool found;
    char version[64]; /* "" if it was not started */
    char where[4096]; /* path of a runtime; "" for others */
    struct diag why;  /* why it was not found */
};

static void find_backend(const struct backend_builtin *k, struct found *f)
{
    const char *name = k->name;
    struct backend_spec spec;
    struct find_command command = { { NULL } };
    *f = (struct found){ .version = "" };
    if (backend_spec_parse(name, &spec, &f->why) < 0)
        return;
    f->found = spec.class != BACKEND_RUNTIME ||
               find_runtime(&command, spec.name, spec.path, &f->why) == 0;
    for (size_t i = 0; i < FIND_WORDS_MAX && command.word[i]; i++)
        if (i == 0 || k->is_page) /* a page's browser is the last word */
            snprintf(f->where, sizeof f->where, "%s", command.word[i]);
    find_release(&command);
    if (!f->found || k->is_page) /* to start a browser takes seconds */
        return;
    /* Writing to a backend that has ended must not end us. */
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    struct server *server = server_open(name, &f->why);
    f->found = server != NULL;
    if (server)
        snprintf(f->version, sizeof f->version, "%s", server_info(server)->version);
    server_close(server);
    signal(SIGPIPE, before);
}

/* JSON has the names that can be used as they are; text also has the forms with a file or
 * command. */
static void list_backends(struct listing *l)
{
    char others[100], left[96];
    struct found f;
    for (size_t i = 0; backend_builtin(i); i++) {
        const char *name = backend_builtin(i)->name, *what = backend_builtin(i)->what;
        const char *version = f.version;
        find_backend(backend_builtin(i), &f);
        if (l->json) {
            listing_add(l, json_pack("{ss ss sb ss* ss* ss*}", "backend", name, "what", what,
                                     "found", f.found, "version", *version ? version : NULL,
                                     "where", f.found && f.where[0] ? f.where : NULL, "why",
                                     f.found ? NULL : f.why.message));
            continue;
        }
        snprintf(left, sizeof left, "%-12s  %-10s", name,
                 *version  ? version
                 : f.found ? "found"
                           : "not found");
        print_row(l, 26, left, !f.found ? f.why.message : f.where[0] ? f.where : what);
    }
    if (!l->json)
        fprintf(l->out,
                "libuv:FILE    another libuv, as libuv:/opt/uv/lib/libuv.so.1\n"
                "./FILE.so     a plug-in: a shared object that exports loopspec_backend\n"
                "node:FILE     another Node; so with %s\n"
                "exec:COMMAND  an adapter for any other runtime, see src/runtime/README.md\n",
                backend_list_runtimes(1, " and ", others, sizeof others));
}

static json_t *mutant_as_json(const struct mutant *m)
{
    json_t *rules = json_array();
    for (size_t i = 0; i < MUTANT_RULES_MAX && m->rule[i]; i++)
        json_array_append_new(rules, json_string(m->rule[i]));
    return json_pack("{ss so ss ss? ss}", "mutant", m->name, "rules", rules, "does", m->does,
                     "profile", m->profile, "change", m->change);
}

static void list_mutants(struct listing *l)
{
    for (size_t i = 0; i < mutant_table_count; i++) {
        const struct mutant *m = &mutant_table[i];
        if (l->json) {
            listing_add(l, mutant_as_json(m));
            continue;
        }
        fprintf(l->out, "%-34s  %s:", m->name, m->does);
        for (size_t k = 0; k < MUTANT_RULES_MAX && m->rule[k]; k++)
            fprintf(l->out, " %s", m->rule[k]);
        putc('\n', l->out);
    }
}

static void list_profiles(struct listing *l, const struct suite *s)
{
    const struct loops *loops = &s->catalogue->loops;
    for (size_t i = 0; i < profile_known_count(loops); i++) {
        struct profile profile = profile_known(loops, i);
        char full[64];
        profile_print(&profile, full);
        if (l->json)
            listing_add(
                l, json_pack("{ss ss}", "name", profile_known_name(loops, i), "profile", full));
        else
            fprintf(l->out, "%-14s  %s\n", profile_known_name(loops, i), full);
    }
}

static void list_verdicts(struct listing *l)
{
    for (size_t v = 0; v < VERDICT_COUNT; v++) {
        const struct verdict_row *row = verdict_row((enum verdict)v);
        char left[40];
        if (l->json) {
            listing_add(l, json_pack("{ss sb ss}", "verdict", row->name, "expected",
                                     row->is_expected, "means", row->means));
            continue;
        }
        snprintf(left, sizeof left, "%-12s  %-10s", row->name,
                 row->is_expected ? "expected" : "unexpected");
        print_row(l, 26, left, row->means);
    }
}

/* The word is for expected traces, the key for reports. */
static void list_figures(struct listing *l)
{
    for (size_t i = 0; i < BOUND_FIGURE_COUNT; i++) {
        const struct bound_word *w = bound_word((enum bound_figure)i);
        const char *key = w->key ? w->key : w->text, *of = w->of ? w->of : "the trace";
        char left[80];
        if (l->json) {
            listing_add(l, json_pack("{ss* ss ss ss}", "word", w->text, "key", key, "of", of,
                                     "means", w->says));
            continue;
        }
        snprintf(left, sizeof left, "%-13s  %-20s  %-18s", w->text ? w->text : "-", key, of);
        print_row(l, 57, left, w->says);
    }
}

static const struct topic {
    const char *name;
    bool has_rules;                                             /* it shows rules of the suite */
    void (*of_suite)(struct listing *l, const struct suite *s); /* either this or of_program */
    void (*of_program)(struct listing *l);
} topics[] = {
    { "cases", false, list_cases, NULL },
    { "rules", true, list_rules, NULL },
    { "contradictions", true, list_contradictions, NULL },
    { "bugs", true, list_bugs, NULL },
    { "sources", true, list_sources, NULL },
    { "mutants", false, NULL, list_mutants },
    { "backends", false, NULL, list_backends },
    { "profiles", true, list_profiles, NULL },
    { "verdicts", false, NULL, list_verdicts },
    { "figures", false, NULL, list_figures },
};

static const struct topic *find_topic(const char *name, struct diag *d)
{
    struct suggest s;
    char known[160] = "known:";
    suggest_init(&s, name);
    for (size_t i = 0; i < ARRAY_SIZE(topics); i++) {
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
        suggest_offer(&s, topics[i].name);
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s %s", i ? "," : "", topics[i].name);
    }
    diag_usage(d, suggest_hint(&s, known), "cannot list '%s'", name);
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
    o->operand_count = 0; /* without operands: the whole suite */
    int answer = topic->of_suite ? suite_open_heads(o, topic->has_rules, &suite, &d) : 0;
    if (answer < 0) /* a suite without cases is an empty list, not a failure */
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
