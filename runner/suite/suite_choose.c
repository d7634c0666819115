/* suite_choose.c - chooses cases by the operands and options of the command line. */
#include "runner/suite/suite_inside.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/suggest.h"
#include "runner/suite/folders.h"

/* Fill `*d` and return 1: nothing is selected, and the caller exits 3. */
__attribute__((format(printf, 3, 4))) static int nothing(struct diag *d, const char *hint,
                                                         const char *fmt, ...)
{
    char why[sizeof d->message];
    va_list args;
    va_start(args, fmt);
    vsnprintf(why, sizeof why, fmt, args);
    va_end(args);
    diag_usage(d, hint, "nothing to run: %s", why);
    return 1;
}

struct suite_case *suite_find_name(const struct suite *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (text_equals(s->item[i].name, name))
            return &s->item[i];
    return NULL;
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

static bool is_path(const char *operand)
{
    return scenario_suffix(operand) > 0 || is_file(operand);
}

/* The path relative to the folder of cases, "" for that folder itself; NULL if it lies outside. The
 * caller frees it. */
static char *name_below(const struct suite *s, const char *path)
{
    char *root = mem_of(realpath(s->cases_dir, NULL)), *real = mem_of(realpath(path, NULL));
    char *name = NULL;
    size_t length = root ? strlen(root) : 0;
    if (root && real && strncmp(real, root, length) == 0) {
        const char *rest = real + length;
        if (rest[0] == '\0' || rest[0] == '/')
            name = xstrdup(rest + strspn(rest, "/"));
    }
    free(real);
    free(root);
    return name;
}

/* The name of the case in this file; NULL if it is not a case of the suite. The caller frees it. */
static char *case_name_of(const struct suite *s, const char *path)
{
    char *name = name_below(s, path);
    size_t suffix = name ? scenario_suffix(name) : 0;
    if (suffix > 0) {
        name[strlen(name) - suffix] = '\0';
        return name;
    }
    free(name);
    return NULL;
}

static void add_name(struct suite *s, const char *name)
{
    if (!file_names_have(name) || suite_find_name(s, name))
        return;
    for (size_t i = 0; i < CASE_SUFFIXES; i++) {
        char *path = xasprintf("%s/%s%s", s->cases_dir, name, case_suffix[i]);
        if (is_file(path))
            suite_add_case(s, name, case_suffix[i]);
        free(path);
    }
}

bool suite_add_named(struct suite *s, const char *const *operand, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_name(s, operand[i]);
        if (suite_find_name(s, operand[i]))
            continue;
        if (!is_file(operand[i]))
            return false;
        char *name = case_name_of(s, operand[i]);
        if (name)
            add_name(s, name);
        free(name);
    }
    return count > 0;
}

/* The first folder of a case's name that is most similar to `name`; NULL if none is. The caller
 * frees it. */
static char *nearest_family(const struct suite *s, const char *name)
{
    char *nearest = NULL;
    for (size_t i = 0; i < s->count; i++) {
        struct suggest suggest;
        char *family = xstrndup(s->item[i].name, strcspn(s->item[i].name, "/"));
        suggest_init(&suggest, name);
        if (nearest)
            suggest_offer(&suggest, nearest);
        suggest_offer(&suggest, family);
        bool is_nearer = suggest.nearest == family;
        free(is_nearer ? nearest : family);
        nearest = is_nearer ? family : nearest;
    }
    return nearest;
}

static bool is_glob(const char *operand);
static bool name_matches(const char *name, const char *operand);

/* How many cases a folder has, and its first. */
static size_t count_below(const struct suite *s, const char *folder, const char **first)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!name_matches(s->item[i].name, folder))
            continue;
        *first = *first ? *first : s->item[i].name;
        count++;
    }
    return count;
}

static int unknown_case(const struct suite *s, const char *operand, struct diag *d)
{
    char hint[200];
    struct suggest suggest;
    if (catalogue_find(s->catalogue, operand)) { /* `run` takes a rule, but `trace` needs a case */
        snprintf(hint, sizeof hint, "it is a rule, whose cases 'loopspec explain %s' names",
                 operand);
        return diag_usage(d, hint, "no case is called '%s'", operand);
    }
    const char *first = NULL;
    size_t below = is_glob(operand) ? 0 : count_below(s, operand, &first);
    if (below > 0) { /* likewise */
        snprintf(hint, sizeof hint, "give one of them, as %s; 'loopspec list cases' names them all",
                 first);
        return diag_usage(d, hint, "'%s' is a folder of %zu case%s", operand, below,
                          text_plural(below));
    }
    size_t suffix = scenario_suffix(operand);
    char *name = xstrndup(operand, strlen(operand) - suffix);
    char *family = nearest_family(s, name); /* `run` takes folders, too */
    suggest_init(&suggest, name);
    if (family)
        suggest_offer(&suggest, family);
    for (size_t i = 0; i < s->count; i++)
        suggest_offer(&suggest, s->item[i].name);
    suite_offer_rules(s, &suggest);
    if (suffix > 0)
        diag_usage(d, suggest_hint(&suggest, NULL), "no file '%s'", operand);
    else
        diag_usage(d, suggest_hint(&suggest, "'loopspec list cases' names them all"),
                   "no case, folder or rule is called '%s'", operand);
    free(family);
    free(name);
    return -1;
}

/* The path of the expected trace of a file outside of the suite: next to the file, or in the folder
 * of --expected. The caller frees it. */
static char *trace_of_file(const struct suite *s, const char *path)
{
    const char *slash = s->expected_is_asked ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    int stem = (int)(strlen(name) - scenario_suffix(name));
    return s->expected_is_asked ? xasprintf("%s/%.*s.trace", s->expected_dir, stem, name)
                                : xasprintf("%.*s.trace", stem, name);
}

struct suite_case *suite_find_case(struct suite *s, const char *operand, struct diag *d)
{
    struct suite_case *c = suite_find_name(s, operand);
    char *name = c ? NULL : case_name_of(s, operand);
    if (name)
        c = suite_find_name(s, name);
    free(name);
    if (!c && is_file(operand)) {
        c = suite_add(s, xstrdup(operand), xstrdup(operand), trace_of_file(s, operand));
        c->is_outside = true;
        c->expected_dir = s->expected_is_asked ? s->expected_dir : NULL;
    }
    if (!c)
        unknown_case(s, operand, d);
    return c;
}

static bool is_glob(const char *operand)
{
    return strpbrk(operand, "*?[") != NULL;
}

/* A glob, or a folder of cases: "timers" is "timers/" and all below it. */
static bool name_matches(const char *name, const char *operand)
{
    if (is_glob(operand))
        return fnmatch(operand, name, 0) == 0;
    size_t length = strlen(operand);
    while (length > 1 && operand[length - 1] == '/')
        length--;
    return strncmp(name, operand, length) == 0 && (length == 0 || name[length] == '/');
}

static size_t choose_matching(struct suite *s, const char *operand)
{
    size_t chosen = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (name_matches(s->item[i].name, operand)) {
            s->item[i].chosen = true;
            chosen++;
        }
    }
    return chosen;
}

/* The operand is the path of a folder, such as a shell completes it, and not its name. */
static size_t choose_below(struct suite *s, const char *path)
{
    char *name = folder_exists(path) ? name_below(s, path) : NULL;
    size_t chosen = name ? choose_matching(s, name) : 0;
    free(name);
    return chosen;
}

static int choose_proving(struct suite *s, const struct rule *rule, struct diag *d)
{
    char hint[80];
    size_t chosen = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct suite_case *c = &s->item[i];
        if (suite_load_scenario(s, c, d) < 0)
            return -1;
        if (suite_case_proves(c, rule)) {
            c->chosen = true;
            chosen++;
        }
    }
    snprintf(hint, sizeof hint, "'loopspec explain %s' has more about it", rule->id);
    return chosen ? 0 : nothing(d, hint, "no case proves %s", rule->id);
}

static int choose_operand(struct suite *s, const char *operand, struct diag *d)
{
    struct diag ignored;
    if (!suite_find_name(s, operand) && !is_path(operand)) {
        if (choose_matching(s, operand) > 0 || choose_below(s, operand) > 0)
            return 0;
        if (is_glob(operand))
            return nothing(d, "'loopspec list cases' names them all", "no case matches '%s'",
                           operand);
        const struct rule *rule = suite_find_rule(s, operand, &ignored);
        if (rule)
            return choose_proving(s, rule, d);
    }
    struct suite_case *c = suite_find_case(s, operand, d);
    if (!c)
        return -1;
    c->chosen = true;
    return 0;
}

static size_t count_chosen(const struct suite *s)
{
    size_t chosen = 0;
    for (size_t i = 0; i < s->count; i++)
        chosen += s->item[i].chosen;
    return chosen;
}

int suite_choose(const struct options *o, struct suite *s, struct diag *d)
{
    for (size_t i = 0; i < o->operand_count; i++) {
        int answer = choose_operand(s, o->operand[i], d);
        if (answer != 0)
            return answer;
    }
    for (size_t i = 0; o->operand_count == 0 && i < s->count; i++)
        s->item[i].chosen = true;
    if (count_chosen(s) == 0)
        return nothing(d, NULL, "no cases in '%s'", s->cases_dir);
    return 0;
}

static void note_rules(struct suite *s)
{
    s->is_proved = xcalloc(s->catalogue->rule_count + 1, sizeof *s->is_proved);
    for (size_t i = 0; i < s->count; i++) {
        const struct scenario *scenario = &s->item[i].scenario;
        for (uint32_t k = 0; s->item[i].chosen && k < scenario->rule_count; k++) {
            const struct rule *rule = catalogue_find(s->catalogue, scenario->rule[k]);
            if (rule)
                s->is_proved[rule - s->catalogue->rule] = true;
        }
    }
}

/* Called after all other options, so that the shards together are exactly the selection. */
static int keep_shard(const struct shard *shard, struct suite *s, struct diag *d)
{
    size_t dealt = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i].chosen)
            s->item[i].chosen = shard_has(shard, dealt++);
    if (count_chosen(s) == 0)
        return nothing(d, "more parts than cases leave some with none",
                       "shard %u of %u is empty, there %s %zu case%s", shard->number, shard->count,
                       dealt == 1 ? "is" : "are", dealt, text_plural(dealt));
    return 0;
}

int suite_narrow(const struct options *o, struct suite *s, struct diag *d)
{
    size_t before = count_chosen(s);
    for (size_t i = 0; i < s->count; i++) {
        struct suite_case *c = &s->item[i];
        for (size_t x = 0; c->chosen && x < o->exclude.count; x++)
            c->chosen = strcmp(c->name, o->exclude.item[x]) != 0 &&
                        !name_matches(c->name, o->exclude.item[x]);
        if (c->chosen && suite_load_scenario(s, c, d) < 0)
            return -1;
        if (c->chosen && o->level < LEVEL_MAY && suite_case_level(s, c) > o->level)
            c->chosen = false;
    }
    if (count_chosen(s) == 0)
        return nothing(d, NULL, "-x and --level leave none of %zu case%s", before,
                       text_plural(before));
    note_rules(s);
    return keep_shard(&o->shard, s, d);
}
