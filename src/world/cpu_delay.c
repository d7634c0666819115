/* cpu_delay.c - how much a busy machine held up a run on the real clock. The kernel counts for each
 * thread how long it waited for a processor; threads that sleep until an instant see for themselves
 * how late they wake. */
#include "world/cpu_delay.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The worst of all sleepers. Kept here, since the threads may have ended when cpu_delay_ns()
 * asks. */
static atomic_uint_fast64_t latest_ns;

void cpu_delay_note(uint64_t late_ns)
{
    uint_fast64_t old = latest_ns;
    while (late_ns > old && !atomic_compare_exchange_weak(&latest_ns, &old, late_ns))
        continue;
}

/* The second figure of schedstat is the time that the thread was ready to run but did not. */
static uint64_t delay_of(const char *thread)
{
    char path[64];
    unsigned long long ran, waited = 0;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", thread);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0; /* the thread has ended, or the kernel does not count */
    if (fscanf(f, "%llu %llu", &ran, &waited) != 2)
        waited = 0;
    fclose(f);
    return waited;
}

uint64_t cpu_delay_ns(void)
{
    uint64_t most = latest_ns;
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return most;
    for (struct dirent *e = readdir(threads); e; e = readdir(threads)) {
        uint64_t delay = e->d_name[0] == '.' ? 0 : delay_of(e->d_name);
        if (delay > most)
            most = delay;
    }
    closedir(threads);
    return most;
}
