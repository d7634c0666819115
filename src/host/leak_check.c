#include "host/leak_check.h"

#include <assert.h>
#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "world/world.h"

static const struct {
    int resource;
    const char *what;
} limits[] = {
    { RLIMIT_NOFILE, "open descriptors" },
    { RLIMIT_AS, "address space" },
    { RLIMIT_DATA, "data" },
    { RLIMIT_STACK, "stack" },
    { RLIMIT_CORE, "core files" },
    { RLIMIT_CPU, "processor time" },
    { RLIMIT_FSIZE, "file size" },
    { RLIMIT_NPROC, "processes" },
};
static_assert(ARRAY_SIZE(limits) == LEAK_CHECK_LIMITS, "as many limits as are kept");

static uint64_t working_directory(void)
{
    struct stat st = { 0 };
    return stat(".", &st) == 0 ? st.st_dev * UINT64_C(1000003) ^ st.st_ino : 0;
}

static uint64_t file_mask(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return mask;
}

static uint64_t signal_mask(void)
{
    sigset_t set;
    uint64_t bits = 0;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    for (int signal = 1; signal < 64; signal++)
        bits |= (uint64_t)(sigismember(&set, signal) == 1) << signal;
    return bits;
}

static uint64_t priority(void)
{
    return 20 + (uint64_t)getpriority(PRIO_PROCESS, 0);
}

static uint64_t locale(void)
{
    uint64_t digest = 0;
    for (const char *s = setlocale(LC_ALL, NULL); *s; s++)
        digest = digest * 31 + (unsigned char)*s;
    return digest;
}

static uint64_t rounding(void)
{
    return (uint64_t)fegetround();
}

static const struct {
    const char *what;
    uint64_t (*read)(void);
} states[] = {
    { "working directory", working_directory },
    { "umask", file_mask },
    { "signal mask", signal_mask },
    { "priority", priority },
    { "locale", locale },
    { "rounding mode", rounding },
};
static_assert(ARRAY_SIZE(states) == LEAK_CHECK_STATES, "as many as are kept");

/* Set a bit for each open descriptor; larger numbers are ignored. */
static void note_descriptors(uint8_t open[LEAK_CHECK_FDS_MAX / 8])
{
    DIR *folder = opendir("/proc/self/fd");
    const struct dirent *entry;
    memset(open, 0, LEAK_CHECK_FDS_MAX / 8);
    while (folder && (entry = readdir(folder))) {
        int fd = atoi(entry->d_name);
        bool is_number = entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
        if (is_number && fd != dirfd(folder) && fd < LEAK_CHECK_FDS_MAX && !world_owns(fd))
            open[fd / 8] |= (uint8_t)(1 << fd % 8);
    }
    if (folder)
        closedir(folder);
}

void leak_check_begin(struct leak_check *r)
{
    note_descriptors(r->open);
    for (size_t i = 0; i < ARRAY_SIZE(limits); i++)
        getrlimit(limits[i].resource, &r->limit[i]);
    for (size_t i = 0; i < ARRAY_SIZE(states); i++)
        r->state[i] = states[i].read();
}

static bool has(const uint8_t *open, int fd)
{
    return open[fd / 8] >> fd % 8 & 1;
}

/* Write "7 (anon_inode:[eventfd])": the number and what the kernel says it is. */
static void describe(int fd, char *text, size_t size)
{
    char path[32], what[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(path, what, sizeof what - 1);
    what[n > 0 ? n : 0] = '\0';
    snprintf(text, size, "%d (%s)", fd, world_is_timer(fd) ? "anon_inode:[timerfd]" : what);
}

static bool find_descriptor(const struct leak_check *r, char *says, size_t size)
{
    uint8_t now[LEAK_CHECK_FDS_MAX / 8];
    int left = 0, one = -1;
    note_descriptors(now);
    for (int fd = 0; fd < LEAK_CHECK_FDS_MAX; fd++) {
        if (has(r->open, fd) && !has(now, fd)) {
            snprintf(says, size, "the loop closed descriptor %d, which is not its own", fd);
            return true;
        }
        if (!has(now, fd) || has(r->open, fd))
            continue;
        left++;
        one = one < 0 ? fd : one;
    }
    if (left == 0)
        return false;
    char shown[96];
    describe(one, shown, sizeof shown);
    snprintf(says, size, "the loop was released and left %d descriptor%s open, first %s", left,
             text_plural(left), shown);
    return true;
}

bool leak_check_end(const struct leak_check *r, char *says, size_t size)
{
    if (find_descriptor(r, says, size))
        return true;
    for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
        struct rlimit now;
        getrlimit(limits[i].resource, &now);
        if (now.rlim_cur == r->limit[i].rlim_cur && now.rlim_max == r->limit[i].rlim_max)
            continue;
        snprintf(says, size, "the loop changed the process's limit of %s", limits[i].what);
        return true;
    }
    for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
        if (states[i].read() == r->state[i])
            continue;
        snprintf(says, size, "the loop changed the process's %s", states[i].what);
        return true;
    }
    return false;
}
