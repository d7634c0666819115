/* find.h - turn the argument of -b into the command that starts an adapter.
 *
 *     node, ...           the one on PATH, else the one in build/runtimes
 *     chromium, ...       the browser on PATH; a node found that way runs its adapter
 *     node:PATH           this binary
 *     exec:COMMAND        the user's own adapter, started by the shell */
#ifndef RUNTIME_FIND_H
#define RUNTIME_FIND_H
#include "base/diag.h"

enum { FIND_WORDS_MAX = 8 };

struct find_command {
    char *word[FIND_WORDS_MAX]; /* as for execv(); NULL after the last */
};

/* `name` is one of those above, `path` may be "". -1 with `*d`: there is no such runtime, or our
 * adapter is not where it was installed. In both cases find_release() frees it. */
int find_runtime(struct find_command *c, const char *name, const char *path, struct diag *d);
void find_shell(struct find_command *c, const char *command);
/* The library to preload for virtual time. Owned by the caller; NULL if it is not beside the
 * program. */
char *find_world(void);
void find_release(struct find_command *c);
#endif
