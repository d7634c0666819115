#include "world/net.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/temp.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/world.h"

enum {
    SEND_BYTES = 4096,     /* as requested; the kernel makes room for about 4 kB of data */
    KERNEL_WAIT_MS = 5000, /* longest wait for an outcome from the kernel */
};

struct feed {
    uint64_t at_ns;
    uint32_t count;
};

struct world_socket {
    enum world_socket_kind kind;
    int number;  /* the loop's; it may have closed it */
    ino_t inode; /* of `number`: shows whether it is still the same file */
    int own;     /* the world's side, or what keeps the address in use; -1: none */
    union {
        struct sockaddr any;
        struct sockaddr_un path;
        struct sockaddr_in port;
    } address;
    struct sockaddr_in other; /* of a datagram socket: the address of `own` */
    bool is_held;             /* the loop's side is to have no room to send */
    unsigned waiting; /* connections that waited to be accepted when the latest was dialled */
    /* On the real clock one thread feeds and another reads. */
    pthread_mutex_t lock;
    struct feed *fed; /* those before `fed_first` are read */
    size_t fed_first, fed_count, fed_room;
    atomic_uint planned; /* feeds that are still to come */
};

/* ---- making one ---- */

static void close_open(int fd)
{
    if (fd >= 0)
        close(fd);
}

static int open_pair(struct world_socket *s)
{
    int end[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end) < 0)
        return -1;
    int small = SEND_BYTES;
    setsockopt(end[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    s->number = end[0];
    s->own = end[1];
    return 0;
}

static int open_inet(int type)
{
    return socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static int find_way(const struct sockaddr *to, socklen_t size)
{
    int fd = open_inet(SOCK_DGRAM), result = fd < 0 ? -1 : connect(fd, to, size), why = errno;
    close_open(fd);
    errno = why;
    return result;
}

bool world_has_loopback(void)
{
    const struct sockaddr_in any = { .sin_family = AF_INET,
                                     .sin_port = htons(9),
                                     .sin_addr = { htonl(INADDR_LOOPBACK) } };
    return find_way((const struct sockaddr *)&any, sizeof any) == 0 || errno != ENETUNREACH;
}

/* A port can be bound while the loopback is down, but not reached. */
static int bind_port(struct world_socket *s, int type)
{
    s->address.port = (struct sockaddr_in){ .sin_family = AF_INET,
                                            .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof s->address.port;
    s->number = open_inet(type);
    if (s->number < 0 || bind(s->number, &s->address.any, size) < 0)
        return -1;
    if (getsockname(s->number, &s->address.any, &size) < 0)
        return -1;
    return find_way(&s->address.any, size);
}

/* A port that the kernel chose is lost when a socket is connected and disconnected again. So ask
 * the kernel for a free number first, then bind to that number. */
static int bind_datagram(struct world_socket *s)
{
    enum { TRIES = 100 }; /* another process may be faster */
    for (int i = 0; i < TRIES; i++) {
        if (bind_port(s, SOCK_DGRAM) < 0)
            return -1;
        close(s->number);
        s->number = open_inet(SOCK_DGRAM);
        if (s->number < 0 || bind(s->number, &s->address.any, sizeof s->address.port) == 0)
            return s->number < 0 ? -1 : 0;
        close(s->number);
        s->number = -1;
    }
    return -1;
}

static int open_datagram(struct world_socket *s)
{
    if (bind_datagram(s) < 0)
        return -1;
    socklen_t size = sizeof s->other;
    s->own = open_inet(SOCK_DGRAM);
    if (s->own < 0 || connect(s->own, &s->address.any, sizeof s->address.port) < 0)
        return -1;
    return getsockname(s->own, (struct sockaddr *)&s->other, &size);
}

/* The kernel gives the other end a name, so that a datagram without bytes has a sender. */
static int open_datagram_pair(struct world_socket *s)
{
    const struct sockaddr_un any = { .sun_family = AF_UNIX };
    int end[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end) < 0)
        return -1;
    s->number = end[0];
    s->own = end[1];
    return bind(s->own, (const struct sockaddr *)&any, sizeof any.sun_family);
}

/* An AF_UNIX address has little room for a path, and the folder's may be long. So the socket is
 * bound through a descriptor of the folder. */
static int bind_in(struct world_socket *s, int folder)
{
    struct sockaddr_un *a = &s->address.path;
    a->sun_family = AF_UNIX;
    snprintf(a->sun_path, sizeof a->sun_path, "/proc/self/fd/%d/listener", folder);
    if (bind(s->number, &s->address.any, sizeof *a) < 0)
        return -1;
    s->own = open(a->sun_path, O_PATH | O_CLOEXEC);
    int why = errno;
    unlink(a->sun_path);
    snprintf(a->sun_path, sizeof a->sun_path, "/proc/self/fd/%d", s->own);
    errno = why;
    return s->own < 0 ? -1 : 0;
}

/* libuv connects to paths only, but a case that crashes would leave the path in the file system. So
 * the path exists for a moment only; after that the socket is reached through a descriptor of
 * ours. */
static int bind_path(struct world_socket *s)
{
    s->number = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    char *path = s->number < 0 ? NULL : temp_make();
    if (!path)
        return -1;
    int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int result = folder < 0 ? -1 : bind_in(s, folder), why = errno;
    close_open(folder);
    rmdir(path);
    free(path);
    errno = why;
    return result;
}

static int make(struct world_socket *s)
{
    switch (s->kind) {
    case WORLD_STREAM: return open_pair(s);
    case WORLD_DATAGRAM: return open_datagram(s);
    case WORLD_DATAGRAMS: return open_datagram_pair(s);
    case WORLD_PIPE: return bind_path(s);
    case WORLD_TCP: return bind_port(s, SOCK_STREAM);
    case WORLD_PIPE_NOWHERE:
        s->address.path = (struct sockaddr_un){ AF_UNIX, "/proc/self/nowhere" };
        return 0;
    case WORLD_TCP_NOWHERE:
        if (bind_port(s, SOCK_STREAM) < 0)
            return -1;
        s->own = s->number; /* no loop uses it */
        s->number = -1;
        return 0;
    }
    return -1;
}

struct world_socket *world_socket_open(enum world_socket_kind kind)
{
    struct world_socket *s = xcalloc(1, sizeof *s);
    struct stat info;
    s->kind = kind;
    s->number = s->own = -1;
    pthread_mutex_init(&s->lock, NULL);
    if (make(s) < 0) {
        int why = errno;
        close_open(s->number);
        close_open(s->own);
        free(s);
        errno = why;
        return NULL;
    }
    if (s->number >= 0 && fstat(s->number, &info) == 0)
        s->inode = info.st_ino;
    return s;
}

int world_socket_number(const struct world_socket *s)
{
    return s->number;
}

/* Compares inodes: if the loop has closed its descriptor, something else may have its number. */
static bool is_open(const struct world_socket *s)
{
    struct stat info;
    return fstat(s->number, &info) == 0 && info.st_ino == s->inode;
}

int world_socket_take_peer(struct world_socket *s)
{
    assert(s->kind == WORLD_STREAM);
    int fd = s->own;
    int small = SEND_BYTES;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    s->own = -1;
    return fd;
}

bool world_socket_has_peer(const struct world_socket *s)
{
    return s->own < 0;
}

/* ---- waiting for the kernel ---- */

/* Poll until `is_done` holds; false after KERNEL_WAIT_MS. In real time. */
static bool wait_until(bool (*is_done)(const void *arg), const void *arg)
{
    static const struct timespec nap = { 0, 20000 };
    struct timespec begin, now;
    real_clock(&begin);
    while (!is_done(arg)) {
        real_clock(&now);
        if ((now.tv_sec - begin.tv_sec) * 1000 > KERNEL_WAIT_MS)
            return false;
        real()->nanosleep(&nap, NULL);
    }
    return true;
}

/* The receive queue of a datagram socket: bytes in it, and how many datagrams found no room. */
struct queue {
    int fd;
    uint32_t bytes, dropped;
};

static struct queue queue_of(int fd)
{
    uint32_t info[SK_MEMINFO_VARS] = { 0 };
    socklen_t size = sizeof info;
    getsockopt(fd, SOL_SOCKET, SO_MEMINFO, info, &size);
    return (struct queue){ fd, info[SK_MEMINFO_RMEM_ALLOC], info[SK_MEMINFO_DROPS] };
}

static bool has_changed(const void *arg)
{
    const struct queue *before = arg, now = queue_of(before->fd);
    return now.bytes != before->bytes || now.dropped != before->dropped;
}

/* ---- feeding ---- */

/* Recorded before the send: on the real clock the loop may read before send() returns here. */
static void note_feed(struct world_socket *s, uint32_t count)
{
    pthread_mutex_lock(&s->lock);
    PUSH(s->fed, s->fed_count, s->fed_room, (struct feed){ world_now_ns(), count });
    pthread_mutex_unlock(&s->lock);
}

uint64_t world_socket_read_ns(struct world_socket *s, uint32_t count)
{
    uint64_t at_ns = UINT64_MAX;
    pthread_mutex_lock(&s->lock);
    while (count > 0 && s->fed_first < s->fed_count) {
        struct feed *f = &s->fed[s->fed_first];
        uint32_t n = count < f->count ? count : f->count;
        if (at_ns == UINT64_MAX)
            at_ns = f->at_ns;
        count -= n;
        f->count -= n;
        if (f->count == 0)
            s->fed_first++;
    }
    pthread_mutex_unlock(&s->lock);
    return at_ns;
}

static void feed_stream(const struct world_socket *s, uint32_t count)
{
    static const char bytes[4096];
    uint32_t left = count;
    while (left > 0) {
        ssize_t n = send(s->own, bytes, left < sizeof bytes ? left : sizeof bytes, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN)
            world_fail("the stream has no room for a feed of %u bytes", count);
        if (n < 0)
            return; /* the loop has closed it */
        left -= (uint32_t)n;
    }
}

static void feed_datagrams(const struct world_socket *s, uint32_t count, uint32_t size, bool alone)
{
    for (uint32_t i = 0; i < count && is_open(s); i++) {
        struct queue before = queue_of(s->number);
        if (send(s->own, "xx", size, 0) < 0 || !alone)
            continue;
        if (!wait_until(has_changed, &before) || queue_of(s->number).dropped != before.dropped) {
            world_fail("the socket has no room for a feed of %u datagrams", count);
            return;
        }
    }
}

static void feed_pair(const struct world_socket *s, uint32_t count, uint32_t size)
{
    for (uint32_t i = 0; i < count; i++) {
        if (send(s->own, "xx", size, MSG_NOSIGNAL) >= 0)
            continue;
        if (errno == EAGAIN)
            world_fail("the socket has no room for a feed of %u datagrams", count);
        return; /* or else the loop has closed it */
    }
}

/* `alone`: nobody reads meanwhile, so the socket's queue shows when it has arrived. */
static void feed(struct world_socket *s, uint32_t count, uint32_t size, bool alone)
{
    assert(s->kind == WORLD_STREAM || s->kind == WORLD_DATAGRAM || s->kind == WORLD_DATAGRAMS);
    note_feed(s, count);
    if (s->kind == WORLD_DATAGRAM)
        feed_datagrams(s, count, size, alone);
    else if (s->kind == WORLD_DATAGRAMS)
        feed_pair(s, count, size);
    else if (s->own >= 0)
        feed_stream(s, count);
    else
        world_fail("a feed of %u bytes comes after the stream was given a peer", count);
}

void world_socket_feed(struct world_socket *s, uint32_t count, uint32_t size)
{
    feed(s, count, size, true);
}

struct planned {
    struct world_socket *socket;
    uint32_t count, size;
};

static void feed_now(void *arg)
{
    struct planned p = *(struct planned *)arg;
    free(arg);
    feed(p.socket, p.count, p.size, !world_is_real());
    p.socket->planned--; /* last: then it may be freed */
}

void world_socket_feed_after(struct world_socket *s, uint32_t count, uint32_t size,
                             uint64_t after_ns)
{
    struct planned *p = xmalloc(sizeof *p);
    *p = (struct planned){ s, count, size };
    s->planned++;
    world_after(after_ns, s, feed_now, p);
}

/* ---- room to send ---- */

const struct sockaddr *world_socket_other_address(const struct world_socket *s)
{
    return s->kind == WORLD_DATAGRAM ? (const struct sockaddr *)&s->other : NULL;
}

/* Send large datagrams first, then small ones until not even one of those fits. */
void world_socket_hold(struct world_socket *s)
{
    static const char bytes[4096];
    assert(s->kind == WORLD_DATAGRAMS);
    s->is_held = true;
    for (size_t size = sizeof bytes; is_open(s) && size > 0; size /= sizeof bytes)
        while (send(s->number, bytes, size, MSG_NOSIGNAL) >= 0)
            continue;
}

static void take_all(const struct world_socket *s)
{
    char byte;
    while (recv(s->own, &byte, sizeof byte, 0) >= 0)
        continue;
}

void world_socket_release(struct world_socket *s)
{
    assert(s->kind == WORLD_DATAGRAMS);
    s->is_held = false;
    take_all(s);
}

static void release_now(void *arg)
{
    struct world_socket *s = arg;
    world_socket_release(s);
    s->planned--; /* last: then it may be freed */
}

void world_socket_release_after(struct world_socket *s, uint64_t after_ns)
{
    s->planned++;
    world_after(after_ns, s, release_now, s);
}

void world_socket_make_room(struct world_socket *s)
{
    if (s->kind == WORLD_DATAGRAMS && !s->is_held)
        take_all(s);
}

void world_socket_close(struct world_socket *s)
{
    if (sched_governs()) {
        sched_cancel(s);
        s->planned = 0;
    }
    if (s->planned >
        0) { /* On the real clock a thread will still use it. So leak it: at most once per case. */
        world_keep_fd(s->own);
        return;
    }
    close_open(s->own);
    free(s->fed);
    free(s);
}

/* ---- connecting ---- */

const struct sockaddr *world_socket_address(const struct world_socket *s)
{
    assert(s->address.any.sa_family != AF_UNSPEC); /* streams have no address */
    return &s->address.any;
}

/* Connections that wait to be accepted: for a listening socket the kernel reports them as
 * `unacked`. */
static unsigned waiting(const struct world_socket *s)
{
    struct tcp_info info = { 0 };
    socklen_t size = sizeof info;
    if (getsockopt(s->number, IPPROTO_TCP, TCP_INFO, &info, &size) < 0)
        return 0;
    return info.tcpi_unacked;
}

int world_socket_dial(struct world_socket *to)
{
    if (to->address.any.sa_family == AF_UNIX)
        return -1;
    if (to->kind == WORLD_TCP)
        to->waiting = waiting(to);
    int fd = open_inet(SOCK_STREAM);
    return fd < 0 ? -2 : fd;
}

struct dialled {
    const struct world_socket *to;
    int fd;
};

/* The dialling side is connected or refused, and the listener has one more connection waiting. */
static bool has_outcome(const void *arg)
{
    const struct dialled *d = arg;
    struct pollfd pfd = { d->fd, POLLOUT, 0 };
    if (real()->poll(&pfd, 1, 0) == 0)
        return false;
    bool refused = pfd.revents & (POLLERR | POLLHUP | POLLNVAL);
    return refused || d->to->kind != WORLD_TCP || waiting(d->to) > d->to->waiting;
}

void world_socket_await_kernel(const struct world_socket *to, int dialled)
{
    struct dialled d = { to, dialled };
    if (dialled >= 0 && !wait_until(has_outcome, &d))
        world_fail("the kernel has not completed a connection within %d ms", KERNEL_WAIT_MS);
}

/* ---- the other end of a TCP connection ---- */

static unsigned tcp_state(int fd)
{
    struct tcp_info info = { 0 };
    socklen_t size = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) < 0 ? 0 : info.tcpi_state;
}

typedef int get_name(int fd, struct sockaddr *name, socklen_t *size);

/* Its port on the loopback, in network order; 0 for none. */
static in_port_t port_of(get_name *get, int fd)
{
    struct sockaddr_in name = { 0 };
    socklen_t size = sizeof name;
    return get(fd, (struct sockaddr *)&name, &size) < 0 || name.sin_family != AF_INET
               ? 0
               : name.sin_port;
}

struct world_tcp_end world_tcp_other_end(int fd)
{
    in_port_t here = port_of(getsockname, fd), there = port_of(getpeername, fd);
    if (here == 0 || there == 0)
        return (struct world_tcp_end){ -1, 0 };
    for (int other = 0; other < FD_SETSIZE; other++)
        if (port_of(getsockname, other) == there && port_of(getpeername, other) == here)
            return (struct world_tcp_end){ other, tcp_state(other) };
    return (struct world_tcp_end){ -1, 0 };
}

static bool state_has_changed(const void *arg)
{
    const struct world_tcp_end *end = arg;
    return tcp_state(end->fd) != end->state;
}

void world_tcp_await_change(const struct world_tcp_end *end)
{
    if (end->fd >= 0)
        wait_until(state_has_changed, end);
}
