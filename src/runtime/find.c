#include "runtime/find.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "load/load.h"

static const struct backend_builtin *kind_of(const char *name)
{
    size_t i = 0;
    while (strcmp(backend_builtin(i)->name, name) != 0) {
        i++;
        assert(backend_builtin(i)); /* a name that backend_spec_parse() has found there */
    }
    return backend_builtin(i);
}

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
static char *find_adapter(const char *name)
{
    static const char *const beside[] = { "../src/runtime", "../../src/runtime",
                                          "../share/loopspec/runtime" };
    char *folder = own_folder(), *found = NULL;
    for (size_t i = 0; folder && i < ARRAY_SIZE(beside) && !found; i++) {
        char *rest = xasprintf("%s/%s", beside[i], name);
        found = try_path(folder, (int)strlen(folder), rest, R_OK);
        free(rest);
    }
    free(folder);
    char *rest = xasprintf("runtime/%s", name);
    if (!found)
        found = try_path(LOOPSPEC_SHARE, (int)strlen(LOOPSPEC_SHARE), rest, R_OK);
    free(rest);
    return found;
}

/* The world to be preloaded; NULL where it is not: then the clock is the real one. */
static char *find_world(void)
{
    static const char *const beside[] = { "libloopspec-world.so",
                                          "../lib/loopspec/libloopspec-world.so" };
    char *folder = own_folder(), *found = NULL;
    for (size_t i = 0; folder && i < ARRAY_SIZE(beside) && !found; i++)
        found = try_path(folder, (int)strlen(folder), beside[i], R_OK);
    free(folder);
    return found;
}

static int missing(const struct backend_builtin *k, struct diag *d)
{
    char hint[200];
    if (k->package)
        snprintf(hint, sizeof hint,
                 "install Debian's package '%s', as 'make runtimes' does, or say where it is: "
                 "%s:PATH",
                 k->package, k->name);
    else
        snprintf(hint, sizeof hint, "install it, run 'make runtimes', or say where it is: %s:PATH",
                 k->name);
    return diag_usage(d, hint, "no '%s' on PATH%s", k->called[0],
                      k->package ? "" : " nor in build/runtimes");
}

/* The binary of a runtime as it is found without a path; NULL for none. */
static char *find_binary(const struct backend_builtin *k)
{
    char *found = NULL;
    for (size_t i = 0; k->called[i] && !found; i++)
        found = find_on_path(k->called[i]);
    return found || k->package ? found : find_installed(k->name);
}

static int add_adapter(struct find_command *c, const struct backend_builtin *k, struct diag *d)
{
    char *adapter = find_adapter(k->adapter);
    if (!adapter)
        return diag_system(d, "is it installed whole?", "no %s in '%s/runtime'", k->adapter,
                           LOOPSPEC_SHARE);
    add(c, adapter);
    return 0;
}

/* A browser runs no script on a command line: Node does, and drives the browser. */
static int find_browser(struct find_command *c, const struct backend_builtin *k, char *binary,
                        struct diag *d)
{
    char *node = find_binary(kind_of("node"));
    int status = node ? 0
                      : diag_usage(
                            d, "install Debian's package 'nodejs', or run 'make runtimes'",
                            "no 'node' on PATH nor in build/runtimes, which '%s' is driven by",
                            k->name);
    if (node)
        add(c, node);
    if (status == 0)
        status = add_adapter(c, k, d);
    if (status == 0)
        add(c, xstrdup(k->name));
    add(c, binary);
    return status;
}

int find_runtime(struct find_command *c, const char *name, const char *path, struct diag *d)
{
    const struct backend_builtin *k = kind_of(name);
    *c = (struct find_command){ { NULL } };
    char *binary = *path ? mem_of(realpath(path, NULL)) : find_binary(k);
    if (!binary)
        return missing(k, d);
    if (k->package)
        return find_browser(c, k, binary, d);
    add(c, binary);
    for (size_t i = 0; i < ARRAY_SIZE(k->flag) && k->flag[i]; i++)
        add(c, xstrdup(k->flag[i]));
    int status = add_adapter(c, k, d);
    char *world = status == 0 ? find_world() : NULL;
    if (world) {
        add(c, xstrdup("--world"));
        add(c, world);
    }
    return status;
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
