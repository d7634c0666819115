/* child.c - child processes that end at an instant of the world.
 *
 * A child is a shell that reads from a pipe of ours and then exits. The world holds the other end
 * and closes it at the instant; if this process dies, the kernel closes it. The function that ends
 * a child returns only when the child has ended and the handler of SIGCHLD has run. */
#include "world/world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

enum { CHILDS_END, OUR_END };
enum { LOOKS_MAX = 1000 }; /* how often to check whether a signal handler has ended */

struct world_child {
    struct world_child *next;
    char script[80];
    char *argv[4];
    atomic_int end[2];     /* -1 once closed */
    int pid;               /* 0 until it is started */
    struct thread *thread; /* that started it, on the virtual clock */
    atomic_uint planned;
};

/* The world is one per process, and so is this list. */
static struct world_child *children;
static pthread_mutex_t children_lock = PTHREAD_MUTEX_INITIALIZER;

struct world_child *world_child_open(unsigned status)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC) < 0)
        return NULL;
    struct world_child *c = xcalloc(1, sizeof *c);
    static char shell[] = "sh", option[] = "-c";
    c->end[CHILDS_END] = end[0];
    c->end[OUR_END] = end[1];
    snprintf(c->script, sizeof c->script, "read x < /proc/%d/fd/%d; exit %u", (int)getpid(), end[0],
             status);
    memcpy(c->argv, (char *[4]){ shell, option, c->script, NULL }, sizeof c->argv);
    pthread_mutex_lock(&children_lock);
    c->next = children;
    children = c;
    pthread_mutex_unlock(&children_lock);
    return c;
}

char *const *world_child_argv(const struct world_child *c)
{
    return c->argv;
}

/* Is another thread awake? All others are parked, unless the kernel has woken one to handle a
 * signal. The kernel may choose any thread that does not block the signal, for example if the
 * thread that started the child blocks it. */
bool world_another_is_awake(void)
{
    char self[16], text[WORLD_STATUS_SIZE];
    bool found = false;
    snprintf(self, sizeof self, "%d", (int)gettid());
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *e = tasks ? readdir(tasks) : NULL; e && !found; e = readdir(tasks))
        found = e->d_name[0] != '.' && strcmp(e->d_name, self) != 0 &&
                world_thread_status(dirfd(tasks), e->d_name, text) &&
                !world_thread_sleeps(dirfd(tasks), e->d_name, text);
    if (tasks)
        closedir(tasks);
    return found;
}

/* The kernel queues SIGCHLD before waitid() returns. Either this thread has handled it by then, or
 * another one will. The wait for the other thread is bounded, since the program may keep one
 * running. */
void world_child_settle(int pid)
{
    siginfo_t info;
    while (real()->waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
        continue;
    for (unsigned i = 0; i < LOOKS_MAX && !world_is_real() && world_another_is_awake(); i++)
        real()->sched_yield();
}

/* False if it had ended before. */
static bool end(struct world_child *c)
{
    int ours = atomic_exchange(&c->end[OUR_END], -1);
    if (ours < 0)
        return false;
    close(ours);
    if (c->pid == 0)
        return false;
    world_child_settle(c->pid);
    return true;
}

static bool is_handled(int sig)
{
    struct sigaction now;
    sigaction(sig, NULL, &now);
    return now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
}

static void end_at_instant(void *arg)
{
    struct world_child *c = arg;
    if (end(c) && !world_is_real() && is_handled(SIGCHLD))
        sched_interrupt(c->thread);
    c->planned--; /* last: then it may be freed */
}

void world_child_started(struct world_child *c, int pid, uint64_t after_ns)
{
    c->pid = pid;
    c->thread = sched_self();
    if (after_ns == UINT64_MAX)
        return;
    c->planned++;
    world_after(after_ns, c, end_at_instant, c);
}

bool child_is_end(void (*fn)(void *arg))
{
    return fn == end_at_instant;
}

void world_child_killed(struct world_child *c)
{
    end(c);
}

static void forget(struct world_child *c)
{
    pthread_mutex_lock(&children_lock);
    struct world_child **at = &children;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    pthread_mutex_unlock(&children_lock);
}

void world_child_close(struct world_child *c)
{
    forget(c);
    end(c);
    if (sched_governs()) {
        sched_cancel(c);
        c->planned = 0;
    }
    if (c->planned > 0) { /* a real thread will still use it */
        world_keep_fd(c->end[CHILDS_END]);
        return;
    }
    close(c->end[CHILDS_END]);
    free(c);
}

/* The process may have been reaped by the loop. Then another process may have its number by now. */
static bool is_ours(int pid)
{
    siginfo_t info;
    return real()->waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void world_children_kill(void)
{
    pthread_mutex_lock(&children_lock);
    for (struct world_child *c = children; c; c = c->next) {
        bool lives = c->pid != 0 && c->end[OUR_END] >= 0 && is_ours(c->pid);
        if (lives && kill(c->pid, SIGKILL) == 0)
            world_child_settle(c->pid);
        c->pid = 0; /* must not be ended twice */
    }
    pthread_mutex_unlock(&children_lock);
}
