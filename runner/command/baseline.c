/* baseline: maintains the files of known failures. `update` is a run that writes them; `lint` only
 * checks the files. */
#include "runner/command/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/suggest.h"
#include "runner/suite/folders.h"
#include "runner/judge/baseline_check.h"

struct lint_baselines {
    const char *cases_dir;
    char today[16];
    size_t files, entries, faults;
};

static void report(struct lint_baselines *l, const struct diag *d)
{
    l->faults++;
    diag_print(d, stdout);
}

static void lint_entry(struct lint_baselines *l, const struct baseline *b,
                       const struct baseline_entry *e)
{
    struct diag d;
    l->entries++;
    if (baseline_check_case_name(b, e, l->cases_dir, &d) < 0)
        report(l, &d);
    if (baseline_is_unexplained(e)) {
        baseline_error(b, e, &d, "find out who is wrong, and write it down",
                       "'%s' fails and nobody says why", e->name);
        report(l, &d);
    }
    if (baseline_has_expired(e, l->today)) {
        baseline_error(b, e, &d, "does it still fail? then say until when",
                       "the entry of '%s' expired on %s", e->name, e->until);
        report(l, &d);
    }
}

static void lint_file(struct lint_baselines *l, const char *path)
{
    struct diag d;
    struct baseline *b = baseline_read(path, false, &d);
    l->files++;
    if (!b)
        report(l, &d);
    for (size_t i = 0; b && i < b->count; i++)
        lint_entry(l, b, &b->entry[i]);
    baseline_free(b);
}

static int lint_folder(struct lint_baselines *l, const char *expected_dir, struct diag *d)
{
    struct file_names names = { 0 };
    char *folder = xasprintf("%s/baselines", expected_dir);
    int answer = folder_exists(folder) ? file_names_walk(&names, folder, ".baseline", d) : 0;
    for (size_t i = 0; answer == 0 && i < names.count; i++) {
        char *path = xasprintf("%s/%s.baseline", folder, names.item[i]);
        lint_file(l, path);
        free(path);
    }
    file_names_release(&names);
    free(folder);
    return answer;
}

static int usage(const char *hint, const char *message)
{
    struct diag d;
    diag_usage(&d, hint, "%s", message);
    return diag_report(&d);
}

static int lint(struct options *o)
{
    struct diag d;
    struct folders f;
    struct lint_baselines l = { 0 };
    int answer = folders_find(o, &f, &d);
    baseline_check_today(l.today);
    l.cases_dir = f.cases;
    if (answer == 0 && o->baseline && access(o->baseline, R_OK) != 0)
        answer = diag_unreadable(&d, DIAG_NOWHERE, NULL, "cannot read '%s': %s", o->baseline,
                                 strerror(errno));
    else if (answer == 0 && o->baseline)
        lint_file(&l, o->baseline);
    else if (answer == 0)
        answer = lint_folder(&l, f.expected, &d);
    folders_release(&f);
    if (answer < 0)
        return diag_report(&d);
    if (l.files == 0)
        return usage("'loopspec baseline update -b BACKEND' writes one", "there is no baseline");
    printf("%zu baseline%s, %zu known failure%s, %zu finding%s\n", l.files, text_plural(l.files),
           l.entries, text_plural(l.entries), l.faults, text_plural(l.faults));
    return l.faults ? STATUS_UNEXPECTED : STATUS_EXPECTED;
}

int cmd_baseline(struct options *o)
{
    const char *word = o->operand[0];
    o->operand++;
    o->operand_count--;
    if (strcmp(word, "update") == 0)
        return o->backend.count == 1 ? run_and_update(o)
                                     : usage("as in: loopspec baseline update -b bun",
                                             "'baseline update' needs exactly one backend");
    if (strcmp(word, "lint") != 0)
        return usage("loopspec baseline update -b BACKEND, or: loopspec baseline lint",
                     "expected 'update' or 'lint'");
    return o->operand_count == 0 ? lint(o)
                                 : usage(NULL, "'baseline lint' looks at all entries alike");
}
