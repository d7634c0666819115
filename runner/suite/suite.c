/* suite.c - opens a suite:
 *   1. find the folders;
 *   2. list the cases by name;
 *   3. read the catalogue;
 *   4. choose among the cases;
 *   5. load those chosen: scenario, rules, expected trace.
 * If all operands are names or paths of cases, only these are looked for, and only their rules are
 * read. To choose by rule or level, all scenarios must be loaded before step 5. To choose by name,
 * none is loaded, so a broken file of another case does no harm. */
#include "runner/suite/suite.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/suggest.h"
#include "runner/options/command.h"
#include "runner/suite/folders.h"
#include "runner/suite/suite_inside.h"

static void release_case(struct suite_case *c)
{
    expect_free(c->expect);
    scenario_release(&c->scenario);
    free(c->expect_source);
    free(c->source);
    free(c->expect_path);
    free(c->path);
    free(c->name);
}

void suite_close(struct suite *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->count; i++)
        release_case(&s->item[i]);
    free(s->item);
    free(s->is_proved);
    catalogue_free(s->catalogue);
    free(s->cases_dir);
    free(s->expected_dir);
    free(s);
}

int suite_fail(struct suite *s, int answer, const struct diag *d)
{
    diag_print(d, stderr);
    suite_close(s);
    return answer > 0 ? STATUS_NOTHING : diag_exit_status(d);
}

struct suite_case *suite_add(struct suite *s, char *name, char *path, char *expect_path)
{
    GROW(s->item, s->count, s->room);
    s->item[s->count] = (struct suite_case){ .name = name,
                                             .path = path,
                                             .expect_path = expect_path };
    return &s->item[s->count++];
}

void suite_add_case(struct suite *s, const char *name, const char *suffix)
{
    suite_add(s, xstrdup(name), xasprintf("%s/%s%s", s->cases_dir, name, suffix),
              xasprintf("%s/%s.trace", s->expected_dir, name));
}

static int add_all(struct suite *s, struct diag *d)
{
    struct file_names names[CASE_SUFFIXES];
    int answer = file_names_walk_cases(names, s->cases_dir, d);
    for (size_t i = 0; i < CASE_SUFFIXES; i++) {
        for (size_t k = 0; answer == 0 && k < names[i].count; k++)
            suite_add_case(s, names[i].item[k], case_suffix[i]);
        file_names_release(&names[i]);
    }
    return answer;
}

static int compare_cases(const void *a, const void *b)
{
    const struct suite_case *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Sort programs and scripts together. A program and a script must not have the same name. */
static int sort_cases(struct suite *s, struct diag *d)
{
    if (s->count > 0)
        qsort(s->item, s->count, sizeof *s->item, compare_cases);
    for (size_t i = 1; i < s->count; i++)
        if (strcmp(s->item[i - 1].name, s->item[i].name) == 0)
            return diag_usage(d, "one name, one case: rename one of them",
                              "'%s' and '%s' have the same name", s->item[i - 1].path,
                              s->item[i].path);
    return 0;
}

/* Keep the chosen cases, in their order. */
static void keep_chosen(struct suite *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->item[i].chosen)
            s->item[kept++] = s->item[i];
        else
            release_case(&s->item[i]);
    }
    s->count = kept;
}

/* Read only the rules of the cases that the operands name. NULL if anything is wrong: the caller
 * then reads the whole catalogue, which gives better messages. */
static struct catalogue *read_rules(struct suite *s, const char *const *operand, size_t operands,
                                    const char *folder)
{
    struct diag ignored;
    struct catalogue *catalogue = NULL;
    const char **id = NULL;
    size_t count = 0, room = 0, i = 0;
    for (; i < operands; i++) {
        struct suite_case *c = suite_find_case(s, operand[i], &ignored);
        if (!c || suite_load_scenario(s, c, &ignored) < 0)
            break;
        for (uint32_t k = 0; k < c->scenario.rule_count; k++) {
            GROW(id, count, room);
            id[count++] = c->scenario.rule[k];
        }
    }
    if (i == operands)
        catalogue = catalogue_read_rules(folder, id, count);
    free(id);
    return catalogue;
}

/* Find folders, cases and catalogue: all cases, or only those that the operands name. No case is
 * loaded that the operands do not name. */
static int find_cases(const struct options *o, const char *const *operand, size_t operands,
                      struct suite *s, struct diag *d)
{
    struct folders f;
    int answer = folders_find(o, &f, d);
    if (answer == 0) {
        s->cases_dir = xstrdup(f.cases);
        s->expected_dir = xstrdup(f.expected);
        s->expected_is_asked = o->expected_dir;
        s->borrows_catalogue = strcmp(f.catalogue, f.cases) != 0;
        bool named = suite_add_named(s, operand, operands);
        if (!named) {
            keep_chosen(s); /* none so far */
            answer = add_all(s, d);
        }
        if (answer == 0)
            answer = sort_cases(s, d); /* now: files outside of the suite are appended later */
        /* Reports may show other rules, too. A suite of one's own may declare loops anywhere. */
        if (answer == 0 && named && o->format.count == 0 && !o->cases_dir)
            s->catalogue = read_rules(s, operand, operands, f.catalogue);
        if (answer == 0 && !s->catalogue)
            s->catalogue = catalogue_read(f.catalogue, f.own_rules, d);
    }
    folders_release(&f);
    return answer == 0 && s->catalogue ? 0 : -1;
}

int suite_load_scenario(const struct suite *s, struct suite_case *c, struct diag *d)
{
    if (c->scenario.title)
        return 0;
    free(c->source);
    c->source = lex_read_file(c->path, &c->length, d);
    if (!c->source)
        return -1;
    if (!s->heads_only)
        return scenario_parse(&c->scenario, c->path, c->source, c->length, d);
    int result = scenario_parse_head(&c->scenario, c->path, c->source, c->length, d);
    free(c->source);
    c->source = NULL;
    return result;
}

/* The location of `what` in the header line that begins with `header`. Searched for here, since the
 * scenario does not keep such locations, and a suite of heads not even the text. */
static struct location locate_in_head(struct suite_case *c, const char *header, const char *what)
{
    struct location at = { .file = c->path, .line = 1 };
    struct diag ignored;
    if (!c->source)
        c->source = lex_read_file(c->path, &c->length, &ignored);
    for (const char *line = c->source ? c->source : ""; *line; at.line++) {
        size_t size = strcspn(line, "\n");
        const char *word = line + strspn(line, " \t/"); /* in a script the head is a comment */
        if (strncmp(word, header, strlen(header)) == 0) {
            const char *found = memmem(word, size - (size_t)(word - line), what, strlen(what));
            at.column = found ? (uint32_t)(found - line) + 1 : 1;
            return at;
        }
        line += size + (line[size] == '\n');
    }
    return (struct location){ .file = c->path };
}

static void quote(const struct suite_case *c, struct diag *d)
{
    if (c->source)
        diag_quote(d, c->source, c->length);
}

void suite_offer_rules(const struct suite *s, struct suggest *suggest)
{
    for (size_t i = 0; i < s->catalogue->rule_count; i++)
        suggest_offer(suggest, s->catalogue->rule[i].id);
}

/* A case of the suite must name the rules that it proves. A file outside of it need not: it may be
 * any program, for any loop. */
static int check_ruleless(struct suite_case *c, struct diag *d)
{
    c->scenario.families = FAMILIES_ALL;
    if (c->is_outside)
        return 0;
    diag_set(d, locate_in_head(c, "title", "title"), "name the rules that it proves: rules TIMER-9",
             "the line 'rules' is missing below this");
    quote(c, d);
    return -1;
}

/* Check that the rules exist. Also sets the families of loops that the case applies to: those of
 * any of its rules. */
static int check_rules(const struct suite *s, struct suite_case *c, struct diag *d)
{
    c->scenario.loops = &s->catalogue->loops;
    if (c->scenario.rule_count == 0)
        return check_ruleless(c, d);
    c->scenario.families = 0;
    for (uint32_t i = 0; i < c->scenario.rule_count; i++) {
        const char *rule = c->scenario.rule[i];
        const struct rule *found = catalogue_find(s->catalogue, rule);
        c->scenario.families |= found ? found->families : 0;
        if (found)
            continue;
        struct suggest suggest;
        suggest_init(&suggest, rule);
        suite_offer_rules(s, &suggest);
        diag_set(d, locate_in_head(c, "rules", rule),
                 suggest_hint(&suggest, "'loopspec list rules' names them all"),
                 "unknown rule '%s'", rule);
        quote(c, d);
        return -1;
    }
    return 0;
}

static int load_expect(struct suite_case *c, bool optional, struct diag *d)
{
    struct stat st;
    if (stat(c->expect_path, &st) < 0) {
        if (optional)
            return 0;
        char hint[sizeof d->hint], *name = text_quote(c->name);
        snprintf(hint, sizeof hint, "'loopspec bless %.200s -b %s' writes one from a run", name,
                 c->scenario.program ? "reference" : "node");
        free(name);
        return diag_set(d, (struct location){ .file = c->path }, hint, "no expected trace at '%s'",
                        c->expect_path);
    }
    c->expect_source = lex_read_file(c->expect_path, &c->expect_length, d);
    if (!c->expect_source)
        return -1;
    c->expect = expect_parse(c->expect_path, c->expect_source, c->expect_length, d);
    if (!c->expect)
        return -1;
    return expect_check(c->expect, c->expect_source, c->expect_length, &c->scenario, d);
}

const struct rule *suite_find_rule(const struct suite *s, const char *id, struct diag *d)
{
    char hint[120];
    struct suggest suggest;
    for (size_t i = 0; i < s->catalogue->rule_count; i++) {
        const struct rule *rule = &s->catalogue->rule[i];
        if (strcasecmp(rule->id, id) == 0)
            return rule;
    }
    if (suite_find_name(s, id)) {
        snprintf(hint, sizeof hint, "'loopspec show %.80s' shows its rules", id);
        diag_usage(d, hint, "'%s' is a case, not a rule", id);
        return NULL;
    }
    const char *all = strncasecmp(id, "X-", 2) == 0
                          ? "'loopspec list contradictions' names them all"
                      : strncasecmp(id, "BUG-", 4) == 0 ? "'loopspec list bugs' names them all"
                                                        : "'loopspec list rules' names them all";
    suggest_init(&suggest, id);
    suite_offer_rules(s, &suggest);
    diag_usage(d, suggest_hint(&suggest, all), "unknown rule '%s'", id);
    return NULL;
}

bool suite_case_proves(const struct suite_case *c, const struct rule *rule)
{
    for (uint32_t i = 0; i < c->scenario.rule_count; i++)
        if (text_equals(c->scenario.rule[i], rule->id))
            return true;
    return false;
}

enum rule_level suite_case_level(const struct suite *s, const struct suite_case *c)
{
    enum rule_level strictest = LEVEL_MAY;
    for (uint32_t i = 0; i < c->scenario.rule_count; i++) {
        const struct rule *rule = catalogue_find(s->catalogue, c->scenario.rule[i]);
        if (rule && rule->level < strictest)
            strictest = rule->level;
    }
    return strictest;
}

/* Report each expected trace without a case. `s` must still contain every case. */
static int find_orphans(const struct suite *s, suite_fault *report, void *arg, struct diag *d)
{
    struct file_names names;
    int answer = file_names_walk(&names, s->expected_dir, ".trace", d);
    for (size_t i = 0; answer == 0 && i < names.count; i++) {
        if (suite_find_name(s, names.item[i]))
            continue;
        char *path = xasprintf("%s/%s.trace", s->expected_dir, names.item[i]);
        struct diag fault;
        diag_usage(&fault, NULL, "'%s' belongs to no case", path);
        report(arg, &fault);
        free(path);
    }
    file_names_release(&names);
    return answer;
}

static void keep_first(void *arg, const struct diag *fault)
{
    struct diag *first = arg;
    if (first->message[0] == '\0')
        *first = *fault;
}

int suite_open_heads(const struct options *o, bool with_rules, struct suite **out, struct diag *d)
{
    struct suite *s = *out = xcalloc(1, sizeof *s);
    s->heads_only = true;
    with_rules = with_rules || o->level < LEVEL_MAY; /* which rules tell */
    if (!with_rules)
        s->catalogue = xcalloc(1, sizeof *s->catalogue);
    if (find_cases(o, o->operand, o->operand_count, s, d) < 0)
        return -1;
    int answer = suite_choose(o, s, d);
    if (answer == 0)
        answer = suite_narrow(o, s, d);
    for (size_t i = 0; answer == 0 && i < s->count; i++)
        if (with_rules && s->item[i].chosen)
            answer = check_rules(s, &s->item[i], d);
    if (answer == 0)
        keep_chosen(s);
    return answer;
}

int suite_open(const struct options *o, struct suite **out, struct diag *d)
{
    struct suite *s = *out = xcalloc(1, sizeof *s);
    struct diag first = { .message = "" };
    if (find_cases(o, o->operand, o->operand_count, s, d) < 0)
        return -1;
    /* If there is no case at all, the user should read that, and not that all traces are orphans. */
    if (o->operand_count == 0 && s->count > 0 && find_orphans(s, keep_first, &first, d) < 0)
        return -1;
    if (first.message[0]) {
        *d = first;
        return -1;
    }
    int answer = suite_choose(o, s, d);
    if (answer == 0)
        answer = suite_narrow(o, s, d);
    for (size_t i = 0; answer == 0 && i < s->count; i++) {
        struct suite_case *c = &s->item[i];
        if (c->chosen && (check_rules(s, c, d) < 0 || load_expect(c, false, d) < 0))
            answer = -1;
    }
    if (answer == 0)
        keep_chosen(s);
    return answer;
}

int suite_load_case(const struct options *o, const char *operand, struct suite **out,
                    struct diag *d)
{
    struct suite *s = *out = xcalloc(1, sizeof *s);
    if (find_cases(o, &operand, 1, s, d) < 0)
        return -1;
    struct suite_case *c = suite_find_case(s, operand, d);
    if (!c || suite_load_scenario(s, c, d) < 0 || check_rules(s, c, d) < 0 ||
        load_expect(c, true, d) < 0)
        return -1;
    c->chosen = true;
    keep_chosen(s);
    return 0;
}

int suite_open_all(const struct options *o, struct suite **out, struct diag *d, suite_fault *report,
                   void *arg)
{
    struct suite *s = *out = xcalloc(1, sizeof *s);
    struct diag fault;
    if (find_cases(o, NULL, 0, s, d) < 0)
        return -1;
    if (find_orphans(s, report, arg, d) < 0)
        return -1;
    for (size_t i = 0; i < s->count; i++) {
        struct suite_case *c = &s->item[i];
        c->chosen = suite_load_scenario(s, c, &fault) == 0;
        if (!c->chosen || check_rules(s, c, &fault) < 0)
            report(arg, &fault);
        if (c->chosen && load_expect(c, false, &fault) < 0) {
            report(arg, &fault);
            expect_free(c->expect);
            c->expect = NULL;
        }
    }
    keep_chosen(s);
    return 0;
}
