#include "runner/server/footprint.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    DEPTH_MAX = 16,
    PROCESSES_MAX = 1000
}; /* what forks without end is killed for other reasons */

/* The process alone. The kernel sums it up in smaps_rollup, which a process can hide; then all that
 * is resident counts, except what is shared. */
static uint64_t own(pid_t pid)
{
    char path[64], line[128];
    uint64_t kib, sum = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Pss_Anon: %lu", &kib) == 1 || sscanf(line, "Pss_Shmem: %lu", &kib) == 1)
            sum += kib * 1024;
    if (f)
        fclose(f);
    if (sum > 0)
        return sum;
    unsigned long size, resident = 0, shared = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    f = fopen(path, "r");
    if (f && fscanf(f, "%lu %lu %lu", &size, &resident, &shared) != 3)
        resident = shared = 0;
    if (f)
        fclose(f);
    return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The kernel's count for a thread, 0 if it does not count or the thread has ended. */
static uint64_t thread_waited_ns(pid_t pid, const char *thread)
{
    char path[320];
    uint64_t ran, waited = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, thread);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%lu %lu", &ran, &waited) != 2)
        waited = 0;
    if (f)
        fclose(f);
    return waited;
}

static void add_tree(struct footprint *sum, pid_t pid, int depth);

static void add_children(struct footprint *sum, const char *path, int depth)
{
    int child;
    FILE *f = fopen(path, "r");
    while (f && sum->processes <= FOOTPRINT_PROCESSES_MAX && fscanf(f, "%d", &child) == 1)
        add_tree(sum, child, depth);
    if (f)
        fclose(f);
}

/* Each thread has its own list of children. */
static void add_tree(struct footprint *sum, pid_t pid, int depth)
{
    char path[320];
    uint64_t waited_ns = 0;
    sum->bytes += own(pid);
    sum->processes++;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = depth < DEPTH_MAX ? opendir(path) : NULL;
    const struct dirent *e;
    while (tasks && (e = readdir(tasks))) {
        if (e->d_name[0] == '.')
            continue;
        uint64_t thread_ns = thread_waited_ns(pid, e->d_name);
        if (thread_ns > waited_ns)
            waited_ns = thread_ns;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, e->d_name);
        add_children(sum, path, depth + 1);
    }
    if (tasks)
        closedir(tasks);
    sum->waited_ns += waited_ns;
}

struct footprint footprint_of(pid_t pid)
{
    struct footprint sum = { 0 };
    add_tree(&sum, pid, 0);
    return sum;
}
