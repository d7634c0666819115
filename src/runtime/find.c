#include "runtime/find.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"

/* What a binary wants to hear before the name of a script. */
static const struct {
    const char *name;
    const char *flag[4];
} runtimes[] = {
    { "node", { NULL } },
    { "bun", { NULL } },
    { "deno", { "run", "-A", "--quiet", NULL } },
};

static void add(struct find_command *c, char *word)
{
    size_t n = 0;
    while (c->word[n])
        n++;
    assert(n + 1 < FIND_WORDS_MAX);
    c->word[n] = word;
}

/* The folder of this program; owned by the caller, NULL where nobody can tell. */
static char *own_folder(void)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return NULL;
    exe[n] = '\0';
    *strrchr(exe, '/') = '\0';
    return xstrdup(exe);
}

/* `base`/`rest` if it can be used in that way (X_OK, R_OK), else NULL. */
static char *try_path(const char *base, int length, const char *rest, int mode)
{
    char *path = xasprintf("%.*s/%s", length, base, rest);
    if (access(path, mode) == 0)
        return path;
    free(path);
    return NULL;
}

static char *find_on_path(const char *name)
{
    const char *folders = getenv("PATH");
    char *found = NULL;
    for (const char *at = folders ? folders : ""; *at && !found; at += *at == ':') {
        int length = (int)strcspn(at, ":");
        if (length > 0)
            found = try_path(at, length, name, X_OK);
        at += length;
    }
    return found;
}

/* What `make runtimes` has installed. */
static char *find_installed(const char *name)
{
    char *folder = own_folder(), *rest = xasprintf("runtimes/bin/%s", name);
    char *found = folder ? try_path(folder, (int)strlen(folder), rest, X_OK) : NULL;
    free(rest);
    free(folder);
    return found;
}

/* Beside the sources from which this program was built, or where it was installed. */
static char *find_adapter(void)
{
    static const char *const beside[] = { "../src/runtime/adapter.cjs",
                                          "../../src/runtime/adapter.cjs",
                                          "../share/loopspec/runtime/adapter.cjs" };
    char *folder = own_folder(), *found = NULL;
    for (size_t i = 0; folder && i < ARRAY_SIZE(beside) && !found; i++)
        found = try_path(folder, (int)strlen(folder), beside[i], R_OK);
    free(folder);
    return found
               ? found
               : try_path(LOOPSPEC_SHARE, (int)strlen(LOOPSPEC_SHARE), "runtime/adapter.cjs", R_OK);
}

static int missing(const char *name, struct diag *d)
{
    char hint[200];
    snprintf(hint, sizeof hint, "install it, run 'make runtimes', or say where it is: %s:PATH",
             name);
    return diag_usage(d, hint, "no '%s' on PATH nor in build/runtimes", name);
}

int find_runtime(struct find_command *c, const char *name, const char *path, struct diag *d)
{
    *c = (struct find_command){ { NULL } };
    char *binary = *path ? realpath(path, NULL) : find_on_path(name);
    if (!binary && !*path)
        binary = find_installed(name);
    if (!binary)
        return missing(name, d);
    add(c, binary);
    for (size_t i = 0; i < ARRAY_SIZE(runtimes); i++)
        for (size_t k = 0; strcmp(runtimes[i].name, name) == 0 && runtimes[i].flag[k]; k++)
            add(c, xstrdup(runtimes[i].flag[k]));
    char *adapter = find_adapter();
    if (!adapter)
        return diag_system(d, "is it installed whole?", "no adapter.cjs in '%s/runtime'",
                           LOOPSPEC_SHARE);
    add(c, adapter);
    return 0;
}

void find_shell(struct find_command *c, const char *command)
{
    *c = (struct find_command){ { NULL } };
    add(c, xstrdup("/bin/sh"));
    add(c, xstrdup("-c"));
    add(c, xstrdup(command));
}

void find_release(struct find_command *c)
{
    for (size_t i = 0; i < FIND_WORDS_MAX; i++)
        free(c->word[i]);
}
