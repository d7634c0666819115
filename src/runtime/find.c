#include "runtime/find.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/own_path.h"
#include "load/load.h"

static const struct backend_builtin *kind_of(const char *name)
{
    size_t i = 0;
    while (strcmp(backend_builtin(i)->name, name) != 0) {
        i++;
        assert(backend_builtin(i)); /* backend_spec_parse() has found the name there */
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

/* Beside the sources from which this program was built, or where it was installed. */
static char *find_adapter(const char *name)
{
    static const char *const beside[] = { "../src/runtime/", "../../src/runtime/",
                                          "../share/loopspec/runtime/" };
    char *found = own_find(beside, ARRAY_SIZE(beside), name, R_OK);
    if (found)
        return found;
    found = xasprintf("%s/runtime/%s", LOOPSPEC_SHARE, name);
    if (access(found, R_OK) == 0)
        return found;
    free(found);
    return NULL;
}

char *find_world(void)
{
    static const char *const beside[] = { "", "../lib/loopspec/" };
    return own_find(beside, ARRAY_SIZE(beside), "libloopspec-world.so", R_OK);
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

/* A runtime's binary when -b gives no path: on PATH, or where `make runtimes` has installed it;
 * NULL if there is none. */
static char *find_binary(const struct backend_builtin *k)
{
    static const char *const installed[] = { "runtimes/bin/" };
    char *found = NULL;
    for (size_t i = 0; k->called[i] && !found; i++)
        found = path_find(k->called[i]);
    return found || k->package ? found : own_find(installed, 1, k->name, X_OK);
}

static int add_adapter(struct find_command *c, const struct backend_builtin *k, struct diag *d)
{
    char *adapter = find_adapter(k->adapter);
    if (!adapter)
        return diag_system(d, "is the installation complete?", "no %s in '%s/runtime'", k->adapter,
                           LOOPSPEC_SHARE);
    add(c, adapter);
    return 0;
}

/* A browser cannot run a script from a command line. Node can, and drives the browser. */
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
    if (k->is_page)
        return find_browser(c, k, binary, d);
    add(c, binary);
    for (size_t i = 0; i < ARRAY_SIZE(k->flag) && k->flag[i]; i++)
        add(c, xstrdup(k->flag[i]));
    int status = add_adapter(c, k, d);
    if (status == 0 && k->argument)
        add(c, xstrdup(k->argument));
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
