#include "runner/judge/baseline_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"
#include "runner/suite/folders.h"
#include "base/file_replace.h"

void baseline_check_today(char buffer[16])
{
    time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    strftime(buffer, 16, "%Y-%m-%d", &tm);
}

/* ---- the names of cases ---- */

/* Looks at the files: the suite holds only the cases that were chosen. */
static bool is_case(const char *cases_dir, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < CASE_SUFFIXES && !found; i++) {
        char *path = xasprintf("%s/%s%s", cases_dir, name, case_suffix[i]);
        found = access(path, F_OK) == 0;
        free(path);
    }
    return found;
}

int baseline_check_case_name(const struct baseline *b, const struct baseline_entry *e,
                             const char *cases_dir, struct diag *d)
{
    if (is_case(cases_dir, e->name))
        return 0;
    struct file_names names[CASE_SUFFIXES];
    struct suggest near;
    struct diag ignored;
    suggest_init(&near, e->name);
    file_names_walk_cases(names, cases_dir, &ignored);
    for (size_t i = 0; i < CASE_SUFFIXES; i++)
        for (size_t k = 0; k < names[i].count; k++)
            suggest_offer(&near, names[i].item[k]);
    baseline_error(b, e, d, suggest_hint(&near, "is it gone? then remove the entry"),
                   "no case '%s'", e->name);
    for (size_t i = 0; i < CASE_SUFFIXES; i++)
        file_names_release(&names[i]);
    return -1;
}

/* ---- the file of a backend ---- */

/* An adapter chooses its name freely. One such as "../x" must not become a path. */
static bool is_file_name(const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    return name[0] != '\0' && name[0] != '.' && name[strspn(name, plain)] == '\0';
}

static struct baseline *read_default(const struct suite *s, const struct target *t, struct diag *d)
{
    char *path = xasprintf("%s/baselines/%s.baseline", s->expected_dir, t->info.name);
    struct baseline *b = baseline_read(path, true, d);
    free(path);
    return b;
}

int baseline_check_open(struct baseline_check *k, const struct suite *s, const struct target *t,
                        const struct options *o, bool lenient, struct diag *d)
{
    *k = (struct baseline_check){ 0 };
    baseline_check_today(k->today);
    if (!o->baseline && !is_file_name(t->info.name))
        return lenient ? diag_usage(d, "name the file with --baseline FILE",
                                    "'%s' is no name for a baseline", t->info.name)
                       : 0;
    k->baseline = o->baseline ? baseline_read(o->baseline, lenient, d) : read_default(s, t, d);
    if (!k->baseline)
        return -1;
    k->passed = xcalloc(k->baseline->count + 1, sizeof *k->passed);
    for (size_t i = 0; i < k->baseline->count && !lenient; i++)
        if (baseline_check_case_name(k->baseline, &k->baseline->entry[i], s->cases_dir, d) < 0)
            return -1;
    return 0;
}

void baseline_check_close(struct baseline_check *k)
{
    baseline_free(k->baseline);
    free(k->passed);
    free(k->fresh);
    arena_release(&k->arena);
}

/* ---- a result ---- */

static const struct baseline_entry *entry_of(const struct baseline_check *k, const struct target *t,
                                             const struct suite_case *c)
{
    struct profile profile = target_profile(t, &c->scenario);
    return k->baseline ? baseline_find(k->baseline, c->name, &profile) : NULL;
}

bool baseline_check_expects(const struct baseline_check *k, const struct target *t,
                            const struct suite_case *c)
{
    const struct baseline_entry *e = entry_of(k, t, c);
    return e && !baseline_has_expired(e, k->today);
}

bool baseline_check_never_passes(const struct baseline_check *k, const struct target *t,
                                 const struct suite_case *c)
{
    const struct baseline_entry *e = entry_of(k, t, c);
    return e && !e->sometimes;
}

/* Takes `reason`. */
static void replace_verdict(struct result *r, enum verdict verdict, char *reason)
{
    free(r->reason);
    r->verdict = verdict;
    r->reason = reason;
}

/* The condition of a new entry. All versions of Node share a baseline file, and so do those of
 * libuv. A failure of one version proves nothing about the others, so the entry names the version;
 * a person may widen it. Likewise if the file has an entry for the same case already: the two must
 * not overlap. */
static struct condition own_condition(const struct baseline_check *k, const struct target *t,
                                      const char *name)
{
    struct condition_term node = { ON_NODE, REL_EQ, { { t->profile.node.part[0] } }, 1, "" };
    struct condition_term libuv = { ON_LIBUV, REL_EQ, t->profile.libuv, 3, "" };
    bool apart = k->baseline && baseline_names(k->baseline, name);
    struct condition c = { .count = 0 };
    if (strcmp(t->info.name, "node") == 0 || (apart && t->profile.host == HOST_NODE))
        c.term[c.count++] = node;
    if (strcmp(t->info.name, "libuv") == 0 || apart)
        c.term[c.count++] = libuv;
    return c;
}

static void note_fresh(struct baseline_check *k, const struct target *t, const struct suite_case *c,
                       const struct result *r)
{
    char *reason = xasprintf("%s%s", BASELINE_UNEXPLAINED, r->reason);
    struct baseline_entry e = { .name = c->name,
                                .reason = arena_strndup(&k->arena, reason, strlen(reason)),
                                .condition = own_condition(k, t, c->name) };
    free(reason);
    GROW(k->fresh, k->fresh_count, k->fresh_room);
    k->fresh[k->fresh_count++] = e;
}

void baseline_check_apply(struct baseline_check *k, const struct target *t,
                          const struct suite_case *c, struct result *r)
{
    const struct baseline_entry *e = entry_of(k, t, c);
    if (r->is_of_machine) {
        k->unrun++;
    } else if (!e) {
        if (verdict_row(r->verdict)->is_failure)
            note_fresh(k, t, c, r);
    } else if (r->verdict == VERDICT_PASS && !e->sometimes) {
        k->passed[e - k->baseline->entry] = true;
        replace_verdict(r, VERDICT_XPASS,
                        xasprintf("known to fail by %s:%u, and passes: remove the entry",
                                  k->baseline->file, e->at.line));
    } else if (verdict_row(r->verdict)->is_failure && baseline_has_expired(e, k->today)) {
        replace_verdict(r, r->verdict,
                        xasprintf("%s; the entry %s:%u expired on %s", r->reason, k->baseline->file,
                                  e->at.line, e->until));
    } else if (verdict_row(r->verdict)->is_failure) {
        replace_verdict(r, VERDICT_XFAIL, xstrdup(e->reason));
    }
}

/* ---- writing ---- */

int baseline_check_write(struct baseline_check *k, const struct suite *s, const struct target *t,
                         struct diag *d)
{
    const struct baseline *b = k->baseline;
    assert(b);
    if (k->unrun > 0)
        return diag_system(d, NULL, "%s is not written: %zu case%s could not be run", b->file,
                           k->unrun, text_plural(k->unrun));
    size_t dropped = 0;
    for (size_t i = 0; i < b->count; i++) {
        k->passed[i] = k->passed[i] || !is_case(s->cases_dir, b->entry[i].name);
        dropped += k->passed[i];
    }
    char *text = baseline_edit(b, k->passed, k->fresh, k->fresh_count);
    int result = strcmp(text, b->source) == 0 ? 0 : file_replace(b->file, text, d);
    free(text);
    if (result == 0)
        text_line(stderr, "%s: %s: %zu kept, %zu new, %zu removed", t->spec, b->file,
                  b->count - dropped, k->fresh_count, dropped);
    return result;
}
