#include "world/task_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "world/real.h"
#include "world/world.h"

enum { DEPTH_MAX = 16 };

/* Read a file in /proc; false if it is not there. Without stdio: the program may be in the middle
 * of a stdio call. */
static bool read_file(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : real()->read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* A snapshot of all threads of a process. Two snapshots differ if any thread started, ended or ran
 * between them. */
struct look {
    unsigned threads, zombies, asleep;
    uint64_t mark; /* a checksum over the threads and how often each gave up its processor */
};

static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void look_at(struct look *l, int tasks, const char *thread)
{
    char text[WORLD_STATUS_SIZE];
    bool is_there = world_thread_status(tasks, thread, text);
    l->threads++;
    l->zombies += is_there && strstr(text, "\nState:\tZ");
    l->asleep += is_there && world_thread_sleeps(tasks, thread, text);
    l->mark = l->mark * 31 + strtoull(thread, NULL, 10);
    l->mark = l->mark * 31 + number_after(text, "\nvoluntary_ctxt_switches:");
    l->mark = l->mark * 31 + number_after(text, "nonvoluntary_ctxt_switches:");
}

static struct look look_at_all(pid_t pid)
{
    struct look l = { 0 };
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    for (const struct dirent *e = tasks ? readdir(tasks) : NULL; e; e = readdir(tasks))
        if (e->d_name[0] != '.')
            look_at(&l, dirfd(tasks), e->d_name);
    if (tasks)
        closedir(tasks);
    return l;
}

/* A process of several threads has ended only when the last of them is gone: its parent cannot wait
 * for it before, though its first thread may be a zombie already. Threads that wake each other may
 * all seem to sleep, since they are looked at one after the other: hence two looks. */
enum task_state task_state(pid_t pid)
{
    return task_state_marked(pid, &(uint64_t){ 0 });
}

enum task_state task_state_marked(pid_t pid, uint64_t *mark)
{
    struct look first = look_at_all(pid);
    *mark = first.mark;
    if (first.threads == 0 || (first.threads == 1 && first.zombies == 1))
        return TASK_GONE;
    if (first.asleep < first.threads)
        return TASK_RUNS;
    struct look second = look_at_all(pid);
    return second.asleep == second.threads && second.mark == first.mark ? TASK_SLEEPS : TASK_RUNS;
}

bool task_is_stopped(pid_t pid)
{
    char path[32], text[WORLD_STATUS_SIZE];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    return read_file(path, text, sizeof text) && strstr(text, "\nState:\tT");
}

/* The descriptor of a process is readable when its last thread has ended. */
bool task_is_gone(pid_t pid)
{
    int fd = (int)real()->syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0)
        return errno == ESRCH || task_state(pid) == TASK_GONE;
    struct pollfd p = { fd, POLLIN, 0 };
    bool is = real()->poll(&p, 1, 0) > 0;
    close(fd);
    return is;
}

static bool has_running_child(pid_t pid, bool (*is_known)(pid_t pid), unsigned depth);

static bool runs_below(pid_t pid, const char *thread, bool (*is_known)(pid_t pid), unsigned depth)
{
    char path[64], text[4096], *at = text;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", (int)pid, thread);
    if (!read_file(path, text, sizeof text))
        return false;
    for (;;) {
        char *end;
        pid_t child = (pid_t)strtol(at, &end, 10);
        if (end == at)
            return false;
        at = end;
        if (is_known(child))
            continue;
        if (task_state(child) == TASK_RUNS || has_running_child(child, is_known, depth + 1))
            return true;
    }
}

static bool has_running_child(pid_t pid, bool (*is_known)(pid_t pid), unsigned depth)
{
    char path[32];
    bool runs = false;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = depth < DEPTH_MAX ? opendir(path) : NULL;
    for (const struct dirent *e = tasks ? readdir(tasks) : NULL; e && !runs; e = readdir(tasks))
        runs = e->d_name[0] != '.' && runs_below(pid, e->d_name, is_known, depth);
    if (tasks)
        closedir(tasks);
    return runs;
}

enum task_state task_state_of_tree(pid_t pid, bool (*is_known)(pid_t pid))
{
    enum task_state state = task_state(pid);
    if (state == TASK_SLEEPS && has_running_child(pid, is_known, 0))
        return TASK_RUNS;
    return state;
}
