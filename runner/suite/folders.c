#include "runner/suite/folders.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/own_path.h"
#include "catalogue/catalogue.h"

/* Ends the walk if symbolic links form a circle. */
enum { DEPTH_MAX = 32 };

const char *const case_suffix[CASE_SUFFIXES] = { ".loop", ".js" };

bool folder_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), tail = strlen(suffix);
    return length > tail && strcmp(text + length - tail, suffix) == 0;
}

static bool has_catalogue(const char *cases)
{
    char *path = xasprintf("%s/catalogue", cases);
    bool found = folder_exists(path);
    free(path);
    return found;
}

/* "a/cases" to "a/expected". */
static char *sibling_of(const char *dir)
{
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/')
        length--;
    size_t base = length;
    while (base > 0 && dir[base - 1] != '/')
        base--;
    bool dots = length - base <= 2 && strspn(dir + base, ".") >= length - base;
    if (dots)
        return xasprintf("%.*s/../expected", (int)length, dir);
    return xasprintf("%.*sexpected", (int)base, dir);
}

/* Use `base`/cases if it is a suite. Its path is resolved, since messages and reports show it. */
static bool try_base(struct folders *f, const char *base)
{
    char *cases = xasprintf("%s/cases", base);
    char *real = has_catalogue(cases) ? mem_of(realpath(cases, NULL)) : NULL;
    free(cases);
    if (!real)
        return false;
    f->catalogue = xstrdup(real);
    f->cases = real;
    f->expected = sibling_of(real);
    return true;
}

static bool try_program(struct folders *f)
{
    static const char *const beside[] = { "..", "../share/loopspec" };
    char *folder = own_folder();
    bool found = false;
    for (size_t i = 0; folder && i < ARRAY_SIZE(beside) && !found; i++) {
        char *base = xasprintf("%s/%s", folder, beside[i]);
        found = try_base(f, base);
        free(base);
    }
    free(folder);
    return found;
}

static bool find_default(struct folders *f)
{
    if (has_catalogue("cases")) {
        f->cases = xstrdup("cases");
        f->expected = xstrdup("expected");
        f->catalogue = xstrdup("cases");
        return true;
    }
    return try_program(f) || try_base(f, LOOPSPEC_SHARE);
}

static int use_cases(const char *dir, struct folders *f, struct diag *d)
{
    if (!folder_exists(dir))
        return diag_usage(d, NULL, "no folder '%s' for the cases", dir);
    if (has_catalogue(dir)) {
        f->catalogue = xstrdup(dir);
    } else if (!find_default(f)) {
        return diag_usage(d, "rules are read from 'catalogue' in the folder of cases",
                          "no rule catalogue in '%s' nor in an installed suite", dir);
    }
    free(f->cases);
    free(f->expected);
    f->cases = xstrdup(dir);
    f->expected = sibling_of(dir);
    if (!has_catalogue(dir) && catalogue_is_beside(dir))
        f->own_rules = xstrdup(dir);
    return 0;
}

/* If traces lie next to the cases, the user means those, even if there is a sibling folder
 * "expected". */
static bool holds_traces(const char *dir)
{
    struct file_names names;
    struct diag ignored;
    bool found = file_names_walk(&names, dir, ".trace", &ignored) == 0 && names.count > 0;
    file_names_release(&names);
    return found;
}

int folders_find(const struct options *o, struct folders *f, struct diag *d)
{
    *f = (struct folders){ 0 };
    if (o->cases_dir) {
        if (use_cases(o->cases_dir, f, d) < 0)
            return -1;
    } else if (!find_default(f)) {
        return diag_usage(d, "name the folder of cases with --cases DIR",
                          "no cases here, beside the program or in '%s'", LOOPSPEC_SHARE);
    }
    if (o->expected_dir) {
        if (!folder_exists(o->expected_dir))
            return diag_usage(d, NULL, "no folder '%s' for the expected traces", o->expected_dir);
        free(f->expected);
        f->expected = xstrdup(o->expected_dir);
    } else if (!folder_exists(f->expected) || (o->cases_dir && holds_traces(f->cases))) {
        free(f->expected);
        f->expected = xstrdup(f->cases);
    }
    return 0;
}

void folders_release(struct folders *f)
{
    free(f->cases);
    free(f->expected);
    free(f->catalogue);
    free(f->own_rules);
}

/* Other characters would need quoting in TAP, in JSON, in shells and in names of report files. */
static bool is_plain_name(const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-/";
    return name[strspn(name, plain)] == '\0';
}

/* A walk over the files below a folder. A name is a path without its first `root` bytes. */
struct walk {
    const char *const *suffix;
    size_t suffixes;
    struct file_names *names; /* for each suffix */
    size_t root;
    struct diag *diag;
};

static int walk(const struct walk *w, const char *dir, int depth);

bool file_names_have(const char *name)
{
    assert(name);
    for (const char *part = name; part; part = strchr(part, '/'), part += part != NULL)
        if (part[0] == '.' || part[0] == '/' || part[0] == '\0')
            return false;
    return is_plain_name(name);
}

/* Where the name of this file belongs, and how long it is without its suffix; NULL: nowhere. */
static struct file_names *names_for(const struct walk *w, const char *name, size_t *length)
{
    for (size_t i = 0; i < w->suffixes; i++) {
        if (!has_suffix(name, w->suffix[i]))
            continue;
        *length = strlen(name) - strlen(w->suffix[i]);
        return &w->names[i];
    }
    return NULL;
}

/* One entry of a folder. `type` is from readdir(), which does not know it on every file system. */
static int walk_entry(const struct walk *w, unsigned char type, const char *path, int depth)
{
    bool is_known = type != DT_UNKNOWN && type != DT_LNK;
    if (is_known ? type == DT_DIR : folder_exists(path))
        return walk(w, path, depth + 1);
    size_t length;
    const char *name = path + w->root;
    struct file_names *names = names_for(w, name, &length);
    if (!names)
        return 0;
    if (!is_plain_name(name))
        return diag_usage(w->diag, "use letters, digits, '-', '_' and '.'", "bad file name '%s'",
                          path);
    PUSH(names->item, names->count, names->room, xstrndup(name, length));
    return 0;
}

static int unreadable(const char *dir, struct diag *d)
{
    return diag_unreadable(d, DIAG_NOWHERE, NULL, "cannot read the folder '%s': %s", dir,
                           strerror(errno));
}

static int walk(const struct walk *w, const char *dir, int depth)
{
    if (depth > DEPTH_MAX)
        return diag_usage(w->diag, "is it a circle of symbolic links?", "'%s' lies too deep", dir);
    DIR *stream = mem_of(opendir(dir));
    if (!stream)
        return unreadable(dir, w->diag);
    int answer = 0;
    size_t length;
    struct dirent *e;
    while (answer == 0 && (errno = 0, e = readdir(stream))) {
        bool is_other = e->d_type == DT_REG && !names_for(w, e->d_name, &length);
        if (e->d_name[0] == '.' || is_other)
            continue;
        char *path = xasprintf("%s/%s", dir, e->d_name);
        answer = walk_entry(w, e->d_type, path, depth);
        free(path);
    }
    if (answer == 0 && errno != 0) /* readdir() failed: there may be more cases */
        answer = unreadable(dir, w->diag);
    closedir(stream);
    return answer;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int walk_for(const char *const suffix[], size_t suffixes, struct file_names names[],
                    const char *dir, struct diag *d)
{
    memset(names, 0, suffixes * sizeof names[0]);
    if (walk(&(struct walk){ suffix, suffixes, names, strlen(dir) + 1, d }, dir, 0) < 0)
        return -1;
    for (size_t i = 0; i < suffixes; i++)
        if (names[i].count > 0)
            qsort(names[i].item, names[i].count, sizeof *names[i].item, compare_names);
    return 0;
}

int file_names_walk(struct file_names *names, const char *dir, const char *suffix, struct diag *d)
{
    return walk_for(&suffix, 1, names, dir, d);
}

int file_names_walk_cases(struct file_names names[CASE_SUFFIXES], const char *dir, struct diag *d)
{
    return walk_for(case_suffix, CASE_SUFFIXES, names, dir, d);
}

void file_names_release(struct file_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->item[i]);
    free(names->item);
}
