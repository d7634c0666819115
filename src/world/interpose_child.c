/* interpose_child.c - waiting for child processes. Where they are in the world, the thread gives up
 * the turn until the kernel has something to report. Elsewhere it keeps the turn: time stands still
 * while it waits for somebody who knows only the real time. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

struct child_wait {
    idtype_t type;
    id_t id;
    int options; /* of waitid() */
};

/* Is there something to report, even an error? Leaves it for the call itself to take. */
static bool has_news(void *arg)
{
    const struct child_wait *w = arg;
    siginfo_t info = { .si_pid = 0 };
    int result = real()->waitid(w->type, w->id, &info, w->options | WNOHANG | WNOWAIT);
    return result < 0 || info.si_pid != 0;
}

/* -1 with errno if a signal came first. */
static int await_child(struct child_wait w)
{
    const int error = errno;
    const bool may_wait = !(w.options & WNOHANG);
    if (!time_page_is_on() || !sched_has_turn() || has_news(&w)) {
        errno = error;
        return 0;
    }
    errno = error;
    struct sched_wait wait = { .until_ns = may_wait ? SCHED_NEVER : sched_now(),
                               .peek = has_news,
                               .arg = &w,
                               .what = "a child",
                               .interruptible = true,
                               .restarts = true };
    sched_yield_turn(&wait);
    if (!may_wait) {
        if (!has_news(&w))
            spin_try();
        errno = error;
        return 0;
    }
    if (sched_park(&wait) != SCHED_INTERRUPTED)
        return 0;
    errno = EINTR;
    return -1;
}

/* Convert wait4()'s `pid` and `options`. */
static struct child_wait as_waitid(pid_t pid, int options)
{
    struct child_wait w = { P_ALL, 0,
                            (options & (WNOHANG | WCONTINUED | __WALL | __WCLONE)) | WEXITED };
    if (options & WUNTRACED)
        w.options |= WSTOPPED;
    if (pid > 0)
        w = (struct child_wait){ P_PID, (id_t)pid, w.options };
    else if (pid != -1)
        w = (struct child_wait){ P_PGID, (id_t)(pid == 0 ? getpgrp() : -pid), w.options };
    return w;
}

bool child_is_outside(void)
{
    const int error = errno;
    siginfo_t info;
    bool has = !time_page_is_on() &&
               real()->waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
    errno = error;
    return has;
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    if (await_child(as_waitid(pid, options)) < 0)
        return -1;
    return real()->wait4(pid, status, options, usage);
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
    return wait4(-1, status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    return wait4(pid, status, options, NULL);
}

pid_t wait(int *status)
{
    return wait4(-1, status, 0, NULL);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    const int kinds = WEXITED | WSTOPPED | WCONTINUED | WNOHANG | __WALL | __WCLONE;
    if (await_child((struct child_wait){ type, id, options & kinds }) < 0)
        return -1;
    return real()->waitid(type, id, info, options);
}
