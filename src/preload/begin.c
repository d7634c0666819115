/* begin.c - the library's constructor: which world, and for which process. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "world/world.h"

_Noreturn void preload_stuck(void *unused, const char *waiters)
{
    (void)unused;
    fflush(NULL);
    fprintf(stderr, "loopspec: nothing can ever run again: %s\n", waiters);
    _exit(PRELOAD_STUCK);
}

static void on_failed(void *unused, const char *why)
{
    (void)unused;
    fprintf(stderr, "loopspec: %s\n", why);
}

/* ---- children ---- */

static const char preload_name[] = "loopspec"; /* any address in this library */

/* The library may be one of several entries of LD_PRELOAD. */
static void clean_environment(void)
{
    Dl_info self;
    const char *list = getenv("LD_PRELOAD");
    char *kept = list ? calloc(strlen(list) + 2, 1) : NULL;
    unsetenv("LOOPSPEC_WORLD");
    if (!kept || dladdr(preload_name, &self) == 0) {
        free(kept);
        return;
    }
    for (size_t n; *list; list += n + (list[n] != '\0')) {
        n = strcspn(list, ": ");
        if (n == strlen(self.dli_fname) && strncmp(list, self.dli_fname, n) == 0)
            continue;
        strncat(kept, list, n);
        strcat(kept, n ? ":" : "");
    }
    if (*kept)
        setenv("LD_PRELOAD", kept, 1);
    else
        unsetenv("LD_PRELOAD");
    free(kept);
}

/* ---- the beginning ---- */

static _Noreturn void refuse(const char *asked)
{
    fprintf(stderr, "loopspec: LOOPSPEC_WORLD is 'virtual' or 'virtual,ticking', not '%s'\n",
            asked);
    _exit(PRELOAD_USAGE);
}

__attribute__((constructor)) static void begin(void)
{
    const char *asked = getenv("LOOPSPEC_WORLD");
    if (!asked)
        return;
    bool ticking = strcmp(asked, "virtual,ticking") == 0;
    if (!ticking && strcmp(asked, "virtual") != 0)
        refuse(asked);
    clean_environment();
    if (ticking) {
        pthread_atfork(NULL, NULL, ticking_end);
        ticking_begin();
        return;
    }
    world_begin(&(struct world_config){
        .clock = WORLD_VIRTUAL, .stuck = preload_stuck, .failed = on_failed });
}
