/* diff.c - what changed between two results: of two files, or of two runs in one file. Runs of two
 * files are compared if they have the same backend, in the order of the files; -b chooses backends.
 * For one file, -b twice names the old run and the new one. Cases that did not run, since their run
 * was cut short, are not compared. */
#include "runner/command/commands.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "reports/stored/stored.h"

enum change { CHANGE_REGRESSION, CHANGE_FIX, CHANGE_OTHER, CHANGE_NEW, CHANGE_GONE, CHANGE_COUNT };

static const struct {
    const char *name, *plural;
} changes[] = {
    [CHANGE_REGRESSION] = { "regression", "regressions" },
    [CHANGE_FIX] = { "fix", "fixes" },
    [CHANGE_OTHER] = { "other change", "other changes" }, /* such as pass to skip */
    [CHANGE_NEW] = { "new case", "new cases" },
    [CHANGE_GONE] = { "gone", "gone" },
};
static_assert(ARRAY_SIZE(changes) == CHANGE_COUNT, "a change has no name");

/* One case, before and after; NULL if it does not exist there. Never both NULL. */
struct pair {
    const struct result *old, *new;
};

struct comparison {
    struct pair *pair;
    size_t count;
    size_t in[CHANGE_COUNT]; /* number of changes of each kind */
    size_t not_run;          /* not compared, since they did not run */
};

/* ---- runs ---- */

/* Does the user mean this run? `named` is a backend, or a backend and its version. */
static bool run_is(const struct stored_run *r, const char *named)
{
    size_t length = strlen(r->run.backend);
    if (strncmp(named, r->run.backend, length) != 0)
        return false;
    return named[length] == '\0' ||
           (named[length] == ' ' && strcmp(named + length + 1, r->run.version) == 0);
}

static int unknown_run(const struct stored *s, const char *path, const char *named, struct diag *d)
{
    struct suggest suggest;
    char all[sizeof d->hint] = "it has:";
    suggest_init(&suggest, named);
    for (size_t i = 0; i < s->run_count; i++) {
        const struct result_run *run = &s->run[i].run;
        size_t used = strlen(all);
        suggest_offer(&suggest, run->backend);
        snprintf(all + used, sizeof all - used, "%s '%s %s'", i ? "," : "", run->backend,
                 run->version);
    }
    return diag_usage(d, suggest_hint(&suggest, all), "'%s' has no run of backend '%s'", path,
                      named);
}

/* The number of runs of that name; 2 means two or more. `*last` is the last of those counted,
 * or NULL. */
static int count_runs(const struct stored *s, const char *named, const struct stored_run **last)
{
    int count = 0;
    *last = NULL;
    for (size_t i = 0; i < s->run_count && count < 2; i++) {
        if (run_is(&s->run[i], named)) {
            *last = &s->run[i];
            count++;
        }
    }
    return count;
}

/* Find the one run of that name. -1 with `*d` if there is none, or more than one. */
static int find_run(const struct stored *s, const char *path, const char *named,
                    const struct stored_run **out, struct diag *d)
{
    char hint[sizeof d->hint];
    if (count_runs(s, named, out) < 2)
        return *out ? 0 : unknown_run(s, path, named, d);
    snprintf(hint, sizeof hint, "name the version too: -b '%s %s'", (*out)->run.backend,
             (*out)->run.version);
    return diag_usage(d, hint, "'%s' has several runs of backend '%s'", path, named);
}

/* ---- cases ---- */

static bool was_not_run(const struct pair *p)
{
    return (p->old && result_was_not_run(p->old)) || (p->new &&result_was_not_run(p->new));
}

/* The kind of change; -1 if nothing changed. */
static int change_of(const struct pair *p)
{
    if (!p->old)
        return CHANGE_NEW;
    if (!p->new)
        return CHANGE_GONE;
    bool was_good = verdict_is_expected(p->old->verdict);
    bool is_good = verdict_is_expected(p->new->verdict);
    if (was_good != is_good)
        return was_good ? CHANGE_REGRESSION : CHANGE_FIX;
    return p->old->verdict == p->new->verdict ? -1 : CHANGE_OTHER;
}

static void compare(struct comparison *c, const struct stored_run *old,
                    const struct stored_run *new)
{
    size_t i = 0, k = 0;
    const struct result **before = stored_by_name(old), **after = stored_by_name(new);
    *c = (struct comparison){ .pair = xcalloc(old->count + new->count + 1, sizeof *c->pair) };
    while (i < old->count || k < new->count) {
        int order = i == old->count   ? 1
                    : k == new->count ? -1
                                      : strcmp(before[i]->name, after[k]->name);
        struct pair p = { order <= 0 ? before[i++] : NULL, order >= 0 ? after[k++] : NULL };
        int change = change_of(&p);
        if (was_not_run(&p)) {
            c->not_run++;
            continue;
        }
        c->pair[c->count++] = p;
        if (change >= 0)
            c->in[change]++;
    }
    free(before);
    free(after);
}

/* ---- telling ---- */

static void print_pair(const struct pair *p)
{
    const struct result *r = p->new ? p->new : p->old;
    assert(r);
    bool in_both = p->old && p->new, has_reason = p->new && r->reason && * r->reason;
    text_line(stdout, "  %s  %s%s%s%s%s", r->name, in_both ? verdict_name(p->old->verdict) : "",
              in_both ? " -> " : "", verdict_name(r->verdict), has_reason ? ": " : "",
              has_reason ? r->reason : "");
    if (p->new && !verdict_is_expected(r->verdict) && r->replay && * r->replay)
        text_line(stdout, "    %s", r->replay);
}

static void print_changes(const struct comparison *c, enum change change)
{
    if (c->in[change] == 0)
        return;
    printf("%zu %s\n", c->in[change],
           c->in[change] == 1 ? changes[change].name : changes[change].plural);
    for (size_t i = 0; i < c->count; i++)
        if (change_of(&c->pair[i]) == (int)change)
            print_pair(&c->pair[i]);
}

struct outcome {
    size_t in_both; /* cases in both runs, which were compared */
    bool worse;     /* something is worse than before */
};

static void diff_runs(const struct stored_run *old, const struct stored_run *new,
                      struct outcome *out)
{
    struct comparison c;
    size_t changed = 0;
    compare(&c, old, new);
    text_line(stdout, "%s %s (%s) -> %s %s (%s)", old->run.backend, old->run.version,
              old->run.profile, new->run.backend, new->run.version, new->run.profile);
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        print_changes(&c, (enum change)i);
        changed += c.in[i];
    }
    size_t in_both = c.count - c.in[CHANGE_NEW] - c.in[CHANGE_GONE];
    printf("%zu case%s compared, %zu as before", in_both, text_plural(in_both), c.count - changed);
    if (c.not_run > 0)
        printf("; %zu not run", c.not_run);
    putchar('\n');
    free(c.pair);
    out->in_both += in_both;
    out->worse |= c.in[CHANGE_REGRESSION] > 0;
}

/* ---- the command ---- */

static int diff_one_file(const struct options *o, const struct stored *s, struct outcome *out,
                         struct diag *d)
{
    const struct stored_run *old, *new;
    if (o->backend.count != 2)
        return diag_usage(d, "loopspec diff FILE -b OLD -b NEW, or loopspec diff OLD NEW",
                          "two runs of one file are compared, and -b names %zu", o->backend.count);
    if (find_run(s, o->operand[0], o->backend.item[0], &old, d) < 0 ||
        find_run(s, o->operand[0], o->backend.item[1], &new, d) < 0)
        return -1;
    diff_runs(old, new, out);
    return 0;
}

static bool is_wanted(const struct options *o, const struct stored_run *r)
{
    for (size_t i = 0; i < o->backend.count; i++)
        if (run_is(r, o->backend.item[i]))
            return true;
    return o->backend.count == 0;
}

/* The n-th run of that backend, counted from 0; or NULL. */
static const struct stored_run *find_nth(const struct stored *s, const char *backend, size_t n)
{
    for (size_t i = 0; i < s->run_count; i++)
        if (strcmp(s->run[i].run.backend, backend) == 0 && n-- == 0)
            return &s->run[i];
    return NULL;
}

static size_t place_among(const struct stored *s, size_t run)
{
    size_t n = 0;
    for (size_t i = 0; i < run; i++)
        n += strcmp(s->run[i].run.backend, s->run[run].run.backend) == 0;
    return n;
}

static int check_names(const struct options *o, const struct stored *s, const char *path,
                       struct diag *d)
{
    const struct stored_run *run;
    for (size_t i = 0; i < o->backend.count; i++)
        if (count_runs(s, o->backend.item[i], &run) == 0)
            return unknown_run(s, path, o->backend.item[i], d);
    return 0;
}

static void print_missing(const struct stored *s, const struct stored *other, const char *what)
{
    for (size_t i = 0; i < s->run_count; i++) {
        const struct result_run *run = &s->run[i].run;
        if (!find_nth(other, run->backend, place_among(s, i)))
            text_line(stdout, "%s%s %s (%s)", what, run->backend, run->version, run->profile);
    }
}

static int diff_two_files(const struct options *o, const struct stored *old,
                          const struct stored *new, struct outcome *out, struct diag *d)
{
    size_t runs = 0;
    if (check_names(o, new, o->operand[1], d) < 0)
        return -1;
    for (size_t i = 0; i < new->run_count; i++) {
        const struct stored_run *after = &new->run[i];
        const struct stored_run *before = find_nth(old, after->run.backend, place_among(new, i));
        if (!before || !is_wanted(o, after))
            continue;
        if (runs++ > 0)
            putchar('\n');
        diff_runs(before, after, out);
    }
    if (o->backend.count == 0) {
        print_missing(new, old, "new run: ");
        print_missing(old, new, "run gone: ");
    }
    return 0;
}

int cmd_diff(struct options *o)
{
    struct diag d;
    struct stored file[2] = { { 0 }, { 0 } };
    struct outcome out = { 0 };
    int answer = 0;
    for (size_t i = 0; answer == 0 && i < o->operand_count; i++)
        answer = stored_read(&file[i], o->operand[i], &d);
    if (answer == 0)
        answer = o->operand_count == 1 ? diff_one_file(o, &file[0], &out, &d)
                                       : diff_two_files(o, &file[0], &file[1], &out, &d);
    int status = answer < 0  ? diag_exit_status(&d)
                 : out.worse ? STATUS_UNEXPECTED
                             : STATUS_EXPECTED;
    if (answer < 0) {
        diag_print(&d, stderr);
    } else if (out.in_both == 0) {
        fputs("loopspec: error: nothing to compare: no case ran on a backend of both\n", stderr);
        status = STATUS_NOTHING;
    }
    stored_release(&file[0]);
    stored_release(&file[1]);
    return status;
}
