/* begin.c - the library's constructor: which world, and for which process. */
#include "preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "preload/compute.h"
#include "world/clock.h"
#include "world/time_page.h"
#include "world/world.h"

/* Ten years: deadlines of civil time are known by being later. */
#define BEGIN_MAX_NS (3650 * 24 * 3600 * 1000000000ull)

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

static const char *library_path(void)
{
    Dl_info self;
    return dladdr(preload_name, &self) == 0 ? "" : self.dli_fname;
}

/* The library may be one of several entries of LD_PRELOAD. */
static void clean_environment(void)
{
    const char *list = getenv("LD_PRELOAD"), *library = library_path();
    char *kept = list ? calloc(strlen(list) + 2, 1) : NULL;
    unsetenv("LOOPSPEC_WORLD");
    unsetenv("LOOPSPEC_BEGIN");
    unsetenv(TIME_PAGE_VARIABLE);
    if (!kept)
        return;
    for (size_t n; *list; list += n + (list[n] != '\0')) {
        n = strcspn(list, ": ");
        if (n == strlen(library) && strncmp(list, library, n) == 0)
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

/* What LOOPSPEC_BEGIN says, in nanoseconds; 0 if it is not set. */
static uint64_t read_begin(void)
{
    const char *asked = getenv("LOOPSPEC_BEGIN");
    char *end = NULL;
    uint64_t ns = asked ? strtoull(asked, &end, 10) : 0;
    if (!asked || (asked[0] >= '1' && asked[0] <= '9' && *end == '\0' && ns <= BEGIN_MAX_NS))
        return ns;
    fprintf(stderr, "loopspec: LOOPSPEC_BEGIN is a number of nanoseconds up to %llu, not '%s'\n",
            BEGIN_MAX_NS, asked);
    _exit(PRELOAD_USAGE);
}

/* Programs that only start another one: it is the other one that is to run in the world. `timeout`
 * guards it in real time. A tracer has to stay outside: it would wait for the lock of the page while
 * it stops the process that holds the lock. */
static bool is_wrapper(const char *name)
{
    static const char *const names[] = { "timeout", "env",    "nice",    "nohup",    "stdbuf",
                                         "setsid",  "ionice", "taskset", "chrt",     "setpriv",
                                         "prlimit", "time",   "unshare", "runuser",  "faketime",
                                         "strace",  "ltrace", "gdb",     "gdbserver" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static int note_go(struct dl_phdr_info *program, size_t size, void *is_of_go)
{
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &program->dlpi_phdr[i];
        const char *note = (const char *)program->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_NOTE && memmem(note, part->p_memsz, "\4\0\0\0Go\0", 8))
            *(bool *)is_of_go = true;
    }
    return 1; /* the program is the first, before its libraries */
}

/* Such a program makes its system calls by itself: the world would wait for it for ever. */
static bool is_of_go(void)
{
    bool is = false;
    dl_iterate_phdr(note_go, &is);
    return is;
}

/* The world of one process, or its part in a world that several share, which began at instant 0. */
static void begin_exact(uint64_t begin_ns)
{
    const char *page = getenv(TIME_PAGE_VARIABLE);
    if (page)
        time_page_join(page);
    if (!time_page_is_on())
        time_page_begin();
    process_begin(library_path(), "virtual");
    clean_environment();
    signals_begin();
    world_begin(&(struct world_config){ .clock = WORLD_VIRTUAL,
                                        .begin_ns = begin_ns > 0 ? begin_ns + time_page_now() : 0,
                                        .is_open = true,
                                        .stuck = preload_stuck,
                                        .failed = on_failed });
    clock_set_date(time_page_date());
    compute_watch();
}

__attribute__((constructor)) static void begin(void)
{
    const char *asked = getenv("LOOPSPEC_WORLD");
    if (!asked ||
        (getenv(TIME_PAGE_VARIABLE) && (is_wrapper(program_invocation_short_name) || is_of_go())))
        return;
    bool ticking = strcmp(asked, "virtual,ticking") == 0;
    if (!ticking && strcmp(asked, "virtual") != 0)
        refuse(asked);
    uint64_t begin_ns = read_begin();
    if (!ticking) {
        begin_exact(begin_ns);
        return;
    }
    if (getenv(TIME_PAGE_VARIABLE))
        time_page_join(getenv(TIME_PAGE_VARIABLE));
    clean_environment();
    pthread_atfork(NULL, NULL, ticking_end);
    ticking_begin(begin_ns);
}
