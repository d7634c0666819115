/* interpose_timer.c - timerfd.
 *
 * A timer descriptor is an eventfd, which counts expirations just as a timerfd does. The world
 * keeps no descriptor of its own for it: that would be one more than the loop opened, and would
 * keep open what the loop has closed. It knows a timer by the loop's descriptor numbers. The loop
 * may close a number, and something else may then get it. So every timer is registered with an
 * epoll instance, the world's only descriptor here: epoll tracks open files, not numbers, and
 * forgets a file when its last descriptor is closed. */
#include "world/sched.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/mem.h"
#include "world/clock.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/world.h"

struct timer {
    int fd; /* one of its descriptor numbers */
    /* How many entries of the table point here; some of those numbers may be closed. */
    unsigned numbers;
    uint64_t due_ns, every_ns; /* due_ns: SCHED_NEVER when disarmed */
};

/* The thread that has the turn owns this. */
static struct {
    struct timer **timer; /* by descriptor number; NULL where there is none */
    size_t room;
    int epoll; /* 1 + the epoll instance; 0 before the first timer */
} table;

bool timers_own(int fd)
{
    return table.epoll > 0 && fd == table.epoll - 1;
}

void timers_inherit(void)
{
    const int old = table.epoll - 1;
    if (table.epoll == 0)
        return;
    table.epoll = 1 + real()->epoll_create1(EPOLL_CLOEXEC);
    for (size_t fd = 0; fd < table.room; fd++) {
        struct timer *t = table.timer[fd];
        if (t &&
            epoll_ctl(table.epoll - 1, EPOLL_CTL_ADD, (int)fd, &(struct epoll_event){ 0 }) == 0)
            t->due_ns = SCHED_NEVER;
        else
            table.timer[fd] = NULL;
    }
    close(old);
}

/* ---- numbers ---- */

static void forget(int fd)
{
    struct timer *t = table.timer[fd];
    table.timer[fd] = NULL;
    assert(!t || t->numbers > 0);
    if (!t || --t->numbers > 0)
        return;
    sched_cancel(t);
    free(t);
}

/* Does the number still stand for the file that was registered under it? */
static bool is_registered(int fd)
{
    return epoll_ctl(table.epoll - 1, EPOLL_CTL_MOD, fd, &(struct epoll_event){ 0 }) == 0;
}

static int enter(struct timer *t, int fd)
{
    if ((size_t)fd >= table.room) {
        size_t room = 2 * (size_t)fd + 16;
        table.timer = xrealloc(table.timer, room, sizeof *table.timer);
        memset(table.timer + table.room, 0, (room - table.room) * sizeof *table.timer);
        table.room = room;
    }
    forget(fd); /* a timer that the loop has closed */
    /* EEXIST: the same timer had this number before and is still open under another. */
    if (epoll_ctl(table.epoll - 1, EPOLL_CTL_ADD, fd, &(struct epoll_event){ 0 }) < 0 &&
        errno != EEXIST)
        return -1;
    table.timer[fd] = t;
    t->fd = fd;
    t->numbers++;
    return 0;
}

/* NULL if `fd` is no timer of ours. */
static struct timer *timer_of(int fd)
{
    if (!sched_governs() || fd < 0 || (size_t)fd >= table.room || !table.timer[fd])
        return NULL;
    if (!is_registered(fd))
        forget(fd);
    return table.timer[fd];
}

bool world_is_timer(int fd)
{
    return timer_of(fd);
}

/* Is any of its descriptors still open? Then `t->fd` is one of them. */
static bool is_open(void *arg)
{
    struct timer *t = arg;
    if (table.timer[t->fd] == t && is_registered(t->fd))
        return true;
    for (size_t fd = 0; fd < table.room; fd++)
        if (table.timer[fd] == t && is_registered((int)fd)) {
            t->fd = (int)fd;
            return true;
        }
    return false;
}

/* `fd` is a new number of what `old` stands for, or -1. Returns `fd`. */
static int note_duplicate(int fd, int old)
{
    struct timer *t = fd < 0 || fd == old ? NULL : timer_of(old);
    if (t)
        (void)enter(t, fd); /* on failure: no call here recognises that number */
    return fd;
}

int dup(int fd)
{
    int new = real()->dup(fd);
    if (new < 0)
        world_report_shortage("descriptors", "dup", errno);
    return note_duplicate(new, fd);
}

int dup2(int fd, int new)
{
    return note_duplicate(real()->dup2(fd, new), fd);
}

int dup3(int fd, int new, int flags)
{
    return note_duplicate(real()->dup3(fd, new, flags), fd);
}

/* Like the C library's own, it does not know the argument's type and passes it on as a pointer. */
#define FCNTL(name)                                                     \
    int name(int fd, int command, ...)                                  \
    {                                                                   \
        va_list args;                                                   \
        va_start(args, command);                                        \
        void *arg = va_arg(args, void *);                               \
        va_end(args);                                                   \
        if (command == F_OFD_SETLKW && sched_has_turn())                \
            return lock_open_file(fd, arg);                             \
        int result = real()->fcntl(fd, command, arg);                   \
        bool is_dup = command == F_DUPFD || command == F_DUPFD_CLOEXEC; \
        return is_dup ? note_duplicate(result, fd) : result;            \
    }

FCNTL(fcntl)
FCNTL(fcntl64)

/* ---- timer descriptors ---- */

static void arm(struct timer *t, uint64_t due_ns);

/* Count all expirations up to now of a timer that is due, and arm it for the next. */
static void expire(void *arg)
{
    struct timer *t = arg;
    assert(t->due_ns <= sched_now());
    uint64_t late = sched_now() - t->due_ns;
    uint64_t count = 1 + (t->every_ns ? late / t->every_ns : 0);
    if (!is_open(t) || write(t->fd, &count, sizeof count) < 0)
        t->every_ns = 0; /* no open descriptor: nobody can read it */
    arm(t, t->every_ns ? sched_after(count * t->every_ns - late) : SCHED_NEVER);
}

static void arm(struct timer *t, uint64_t due_ns)
{
    t->due_ns = due_ns;
    if (due_ns != SCHED_NEVER)
        sched_at_if(due_ns, t, is_open, expire, t);
}

static bool is_timer_clock(int clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
           clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM;
}

/* -1 with errno. */
static int make_timer(int flags)
{
    if (table.epoll == 0)
        table.epoll = 1 + real()->epoll_create1(EPOLL_CLOEXEC);
    int fd = table.epoll == 0 ? -1 : real()->eventfd(0, flags);
    if (fd < 0)
        return -1;
    struct timer *t = xcalloc(1, sizeof *t);
    t->due_ns = SCHED_NEVER;
    if (enter(t, fd) == 0)
        return fd;
    int why = errno;
    free(t);
    close(fd);
    errno = why;
    return -1;
}

int timerfd_create(int clock, int flags)
{
    if (!sched_governs())
        return real()->timerfd_create(clock, flags);
    if (!is_timer_clock(clock) || (flags & ~(TFD_NONBLOCK | TFD_CLOEXEC))) {
        errno = EINVAL;
        return -1;
    }
    int fd = make_timer(flags);
    if (fd < 0)
        world_report_shortage("descriptors", "timerfd_create", errno);
    return fd;
}

int timerfd_gettime(int fd, struct itimerspec *out)
{
    const struct timer *t = timer_of(fd);
    if (!t)
        return real()->timerfd_gettime(fd, out);
    *out = clock_left(t->due_ns, t->every_ns);
    return 0;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    struct timer *t = timer_of(fd);
    if (!t)
        return real()->timerfd_settime(fd, flags, new, old);
    if (!clock_is_timer(new))
        return -1;
    if (old)
        timerfd_gettime(fd, old);
    sched_cancel(t);
    uint64_t count;
    struct pollfd unread = { fd, POLLIN, 0 };
    if (real()->poll(&unread, 1, 0) == 1 && read(fd, &count, sizeof count) < 0)
        return -1;
    t->every_ns = clock_span(&new->it_interval);
    t->due_ns = clock_due(new, flags & TFD_TIMER_ABSTIME);
    t->fd = fd;
    if (t->due_ns <= sched_now())
        expire(t); /* already due: readable before anybody looks */
    else
        arm(t, t->due_ns);
    return 0;
}
