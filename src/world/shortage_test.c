/* A refusal by the machine for want of something is reported, once; other errors are not. */
#include "world/world.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"
#include "world/fixture_test.h"

/* From here on the process cannot open another descriptor. */
static void limit_descriptors(void)
{
    int first = fcntl(0, F_DUPFD, 0);
    close(first);
    rlim_t most = (rlim_t)first;
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){ most, most });
}

static int socket_of_any(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
}

static int pair_of_sockets(void)
{
    int end[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, end);
}

static int pipe_of_any(void)
{
    int end[2];
    return pipe(end);
}

static int pipe_with_flags(void)
{
    int end[2];
    return pipe2(end, O_CLOEXEC);
}

static int epoll_of_any(void)
{
    return epoll_create1(0);
}

static int event_of_any(void)
{
    return eventfd(0, 0);
}

static int inotify_of_any(void)
{
    return inotify_init1(IN_NONBLOCK);
}

static int copy_of_any(void)
{
    return dup(0);
}

static int timer_of_any(void)
{
    return timerfd_create(CLOCK_MONOTONIC, 0);
}

static void refuse(struct record *r, int (*make)(void))
{
    limit_descriptors();
    bool is_refused = make() < 0 && errno == EMFILE;
    note(r, is_refused ? "refused" : "wrong");
    note(r, make() < 0 ? "again" : "wrong");
}

#define REFUSES(make)                       \
    static void no_##make(struct record *r) \
    {                                       \
        refuse(r, make);                    \
    }
REFUSES(socket_of_any)
REFUSES(pair_of_sockets)
REFUSES(pipe_of_any)
REFUSES(pipe_with_flags)
REFUSES(epoll_of_any)
REFUSES(event_of_any)
REFUSES(inotify_of_any)
REFUSES(copy_of_any)
REFUSES(timer_of_any)

/* A connection waits to be accepted, and there is no descriptor for it. */
static void no_accepted(struct record *r)
{
    struct sockaddr_un any = { .sun_family = AF_UNIX }; /* the kernel chooses a name */
    socklen_t size = sizeof any;
    int listener = socket_of_any(), other = socket_of_any();
    bool is_bound = bind(listener, (struct sockaddr *)&any, sizeof any.sun_family) == 0;
    note(r, is_bound ? "bound" : "wrong");
    getsockname(listener, (struct sockaddr *)&any, &size);
    listen(listener, 1);
    note(r, accept(listener, NULL, NULL) < 0 && errno == EAGAIN ? "none" : "wrong");
    note(r, connect(other, (struct sockaddr *)&any, size) == 0 ? "one" : "wrong");
    limit_descriptors();
    note(r, accept4(listener, NULL, NULL, 0) < 0 && errno == EMFILE ? "refused" : "wrong");
}

/* A name space of its own has a limit of its own; not every machine lets us have one. */
static bool has_no_watches(void)
{
    if (unshare(CLONE_NEWUSER) < 0)
        return false;
    int fd = open("/proc/sys/user/max_inotify_watches", O_WRONLY);
    bool is_set = fd >= 0 && write(fd, "0", 1) == 1;
    close(fd);
    return is_set;
}

static void no_watch(struct record *r)
{
    if (!has_no_watches()) {
        strcat(r->text, "skipped");
        return;
    }
    int fd = inotify_init1(IN_NONBLOCK); /* it belongs to the name space that it is made in */
    note(r, inotify_add_watch(fd, "/", IN_MODIFY) < 0 ? "refused" : "wrong");
}

static void *do_nothing(void *arg)
{
    return arg;
}

static void no_thread(struct record *r)
{
    pthread_t id;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, (size_t)1 << 50); /* larger than any address space */
    note(r, pthread_create(&id, &attr, do_nothing, NULL) == EAGAIN ? "refused" : "wrong");
}

/* The caller's own mistake is no shortage. */
static void no_sense(struct record *r)
{
    note(r, socket(-1, 0, 0) < 0 && dup(-1) < 0 ? "failed" : "wrong");
}

/* A limit that the program can raise again is one that it wants. */
static void no_more_for_now(struct record *r)
{
    struct rlimit usual, less;
    int first = dup(0);
    getrlimit(RLIMIT_NOFILE, &usual);
    less = usual;
    less.rlim_cur = (rlim_t)first + 1;
    setrlimit(RLIMIT_NOFILE, &less);
    note(r, dup(0) < 0 && errno == EMFILE ? "refused" : "wrong");
    setrlimit(RLIMIT_NOFILE, &usual);
    note(r, dup(0) < 0 ? "wrong" : "given");
    refuse(r, copy_of_any);
}

/* Nothing is reported after world_end(). */
static void no_world(struct record *r)
{
    world_end();
    limit_descriptors();
    bool is_refused = socket_of_any() < 0;
    strcat(r->text, is_refused ? "refused" : "wrong");
}

#define TOLD(call) "no more descriptors: " call ": Too many open files@0 refused@0 again@0"

static const struct stage_row rows[] = {
    { "no socket", no_socket_of_any, TOLD("socket"), 1 },
    { "no pair of sockets", no_pair_of_sockets, TOLD("socketpair"), 1 },
    { "no pipe", no_pipe_of_any, TOLD("pipe"), 1 },
    { "no pipe with flags", no_pipe_with_flags, TOLD("pipe2"), 1 },
    { "no epoll descriptor", no_epoll_of_any, TOLD("epoll_create1"), 1 },
    { "no event descriptor", no_event_of_any, TOLD("eventfd"), 1 },
    { "no inotify", no_inotify_of_any, TOLD("inotify_init1"), 1 },
    { "no copy", no_copy_of_any, TOLD("dup"), 1 },
    { "no timer descriptor", no_timer_of_any, TOLD("timerfd_create"), 1 },
    { "nothing to accept is no shortage, no descriptor for it is", no_accepted,
      "bound@0 none@0 one@0 no more descriptors: accept4: Too many open files@0 refused@0", 1 },
    { "no thread", no_thread,
      "no more threads: pthread_create: Resource temporarily unavailable@0 refused@0", 1 },
    { "an invalid call is no shortage", no_sense, "failed@0", 1 },
    { "a limit for a while is no shortage, one for good is", no_more_for_now,
      "refused@0 given@0 " TOLD("dup"), 1 },
    { "without a world nothing is reported", no_world, "refused", 1 },
};

int main(void)
{
    char got[600] = "";
    plan(ARRAY_SIZE(rows) + 1);
    in_world(no_watch, got);
    if (strcmp(got, "skipped") == 0)
        skip(1, "no limit of our own can be set here");
    else
        is(got, "no more watches: inotify_add_watch: No space left on device@0 refused@0",
           "no watch");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i]);
    return done_testing();
}
