/* interpose_io.c - calls that block on a descriptor. A thread gives up the turn before it would
 * block, so that the thread or the process that it waits for can run. What does not block, or not
 * for long, is passed on. */
#include <errno.h>
#include <fcntl.h>
#include <assert.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "world/clock.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"
#include "world/world.h"

/* ---- waiting until a descriptor is ready ---- */

static bool is_ready(void *arg)
{
    struct pollfd p = *(const struct pollfd *)arg;
    return real()->poll(&p, 1, 0) != 0;
}

static bool is_outside(void *arg)
{
    return outside_holds(((const struct pollfd *)arg)->fd);
}

static bool is_blocking(int fd)
{
    int flags = real()->fcntl(fd, F_GETFL);
    return flags >= 0 && !(flags & O_NONBLOCK);
}

/* A read from a write-only descriptor fails at once; so does a write to a read-only one. */
static bool is_for(int fd, short events)
{
    int mode = real()->fcntl(fd, F_GETFL) & O_ACCMODE;
    return mode != (events == POLLIN ? O_WRONLY : O_RDONLY);
}

/* The end of the socket's own time-out, if it is a socket and has one. */
static uint64_t deadline(int fd, short events)
{
    struct timeval tv = { 0, 0 };
    socklen_t size = sizeof tv;
    int option = events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
    if (getsockopt(fd, SOL_SOCKET, option, &tv, &size) < 0 || (tv.tv_sec == 0 && tv.tv_usec == 0))
        return SCHED_NEVER;
    return sched_after(clock_span(&(struct timespec){ tv.tv_sec, tv.tv_usec * 1000 }));
}

/* Wait until the call on this descriptor will not block. 0: it will not, or the world must not
 * interfere. -1 with errno: the wait has failed. */
static int await(int fd, short events)
{
    struct pollfd p = { fd, events, 0 };
    if (sched_has_turn())
        world_note_change();
    if (!sched_has_turn() || real()->poll(&p, 1, 0) != 0 || !is_blocking(fd) || !is_for(fd, events))
        return 0;
    if (child_is_outside())
        return 0; /* this may be a child that its parent waits for, and it knows only real time */
    struct sched_wait wait = { .until_ns = deadline(fd, events),
                               .peek = is_ready,
                               .arg = &p,
                               .what = events == POLLIN ? "a read" : "a write",
                               .interruptible = true,
                               .restarts = true,
                               .is_outside = is_outside };
    enum sched_wake woke = sched_park(&wait);
    if (woke == SCHED_READY)
        return 0;
    errno = woke == SCHED_TIMED_OUT ? EAGAIN : EINTR;
    return -1;
}

int io_await_readable(int fd)
{
    return await(fd, POLLIN);
}

bool io_may_block(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISBLK(st.st_mode) && is_blocking(fd);
}

/* A program of an open world that asks again and again, without a wait between, spins. */
static ssize_t count_try(ssize_t n)
{
    if (n < 0 && errno == EAGAIN && sched_has_outside() && sched_has_turn()) {
        spin_try();
        errno = EAGAIN;
    } else if (n >= 0 && sched_has_outside() && sched_has_turn()) {
        spin_progress();
    }
    return n;
}

#define WAITS(type, name, parameters, arguments, events)                             \
    type name parameters                                                             \
    {                                                                                \
        return await(fd, events) < 0 ? (type)-1 : count_try(real()->name arguments); \
    }
#define WAITS_UNLESS_TOLD(type, name, parameters, arguments, events)                          \
    type name parameters                                                                      \
    {                                                                                         \
        bool waits = !(flags & MSG_DONTWAIT);                                                 \
        return waits && await(fd, events) < 0 ? (type)-1 : count_try(real()->name arguments); \
    }

/* ---- reading ---- */

WAITS(ssize_t, read, (int fd, void *to, size_t size), (fd, to, size), POLLIN)
WAITS(ssize_t, readv, (int fd, const struct iovec *to, int count), (fd, to, count), POLLIN)
WAITS_UNLESS_TOLD(ssize_t, recv, (int fd, void *to, size_t size, int flags), (fd, to, size, flags),
                  POLLIN)
WAITS_UNLESS_TOLD(ssize_t, recvfrom,
                  (int fd, void *restrict to, size_t size, int flags, __SOCKADDR_ARG from,
                   socklen_t *restrict length),
                  (fd, to, size, flags, from.__sockaddr__, length), POLLIN)
WAITS_UNLESS_TOLD(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags),
                  (fd, message, flags), POLLIN)

int eventfd_read(int fd, eventfd_t *value)
{
    return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

/* One by one. As in the kernel, the time-out is looked at only between two messages. */
int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *timeout)
{
    if (!sched_has_turn() || flags & MSG_DONTWAIT || !is_blocking(fd) ||
        (timeout && !clock_is_span(timeout)))
        return real()->recvmmsg(fd, messages, count, flags, timeout);
    const uint64_t until = timeout ? sched_after(clock_span(timeout)) : SCHED_NEVER;
    unsigned done = 0;
    while (done < count && (done == 0 || sched_now() < until)) {
        const int wait = flags & MSG_WAITFORONE && done > 0 ? MSG_DONTWAIT : 0;
        ssize_t n = recvmsg(fd, &messages[done].msg_hdr, (flags & ~MSG_WAITFORONE) | wait);
        if (n < 0)
            return done > 0 ? (int)done : -1;
        messages[done++].msg_len = (unsigned)n;
    }
    return (int)done;
}

/* What a program that was built with _FORTIFY_SOURCE calls instead. */
ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags);
ssize_t __recvfrom_chk(int fd, void *restrict to, size_t size, size_t room, int flags,
                       __SOCKADDR_ARG from, socklen_t *restrict length);

ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
    if (size > room)
        abort();
    return read(fd, to, size);
}

ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags)
{
    if (size > room)
        abort();
    return recv(fd, to, size, flags);
}

ssize_t __recvfrom_chk(int fd, void *restrict to, size_t size, size_t room, int flags,
                       __SOCKADDR_ARG from, socklen_t *restrict length)
{
    if (size > room)
        abort();
    return recvfrom(fd, to, size, flags, from, length);
}

/* ---- connections ---- */

/* EAGAIN is no shortage here: accept() found no connection. */
static int note_connection(int result, const char *call)
{
    if (result < 0 && errno != EAGAIN)
        world_report_shortage("descriptors", call, errno);
    transit_note(result);
    return result;
}

/* glibc declares the address as a union of all kinds. */
int accept(int fd, __SOCKADDR_ARG from, socklen_t *restrict size)
{
    if (await(fd, POLLIN) < 0)
        return -1;
    return note_connection(real()->accept(fd, from.__sockaddr__, size), "accept");
}

int accept4(int fd, __SOCKADDR_ARG from, socklen_t *restrict size, int flags)
{
    if (await(fd, POLLIN) < 0)
        return -1;
    return note_connection(real()->accept4(fd, from.__sockaddr__, size, flags), "accept4");
}

/* ---- writing ---- */

/* A pipe or socket that is ready takes this many bytes without blocking; of more the kernel would
 * wait for a reader, who waits for the turn. */
enum { PIECE = PIPE_BUF, PIECE_OF_TERMINAL = 256 };

/* Nobody can know how many bytes a terminal takes. So it is made non-blocking for the call, but
 * only if its reader may be in the world, since others may share it. */
static ssize_t write_piece(int fd, const void *from, size_t size)
{
    if (!sched_has_others() || !real()->isatty(fd))
        return real()->write(fd, from, size);
    int flags = real()->fcntl(fd, F_GETFL);
    real()->fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    ssize_t n = real()->write(fd, from, size);
    const int error = errno;
    real()->fcntl(fd, F_SETFL, flags);
    errno = error;
    return n;
}

/* poll() reports room in a datagram socket even if the receiver's queue is full. */
static int await_room(int fd)
{
    struct pollfd p = { fd, POLLOUT, 0 };
    return real()->poll(&p, 1, 0) != 0 ? sched_yield() : await(fd, POLLOUT);
}

static size_t length_of(const struct iovec *from, int count)
{
    size_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += from[i].iov_len;
    return sum;
}

/* Write piece by piece. As write(), it returns what was written if not all could be. */
static ssize_t write_pieces(int fd, const struct iovec *from, int count)
{
    ssize_t sum = 0;
    for (int i = 0; i < count; i++)
        for (size_t done = 0; done < from[i].iov_len;) {
            size_t left = from[i].iov_len - done, piece = left < PIECE ? left : PIECE;
            const char *next = (const char *)from[i].iov_base + done;
            ssize_t n = await(fd, POLLOUT) < 0 ? -1 : write_piece(fd, next, piece);
            if (n < 0 && errno == EAGAIN && real()->isatty(fd))
                continue;
            if (n <= 0)
                return sum > 0 ? sum : n;
            sum += n;
            done += (size_t)n;
        }
    return sum;
}

ssize_t write(int fd, const void *from, size_t size)
{
    union { /* no call here writes through it */
        const void *const_pointer;
        void *pointer;
    } base = { from };
    if (!sched_has_turn())
        return real()->write(fd, from, size);
    if (size > PIECE_OF_TERMINAL && io_may_block(fd) && (size > PIECE || real()->isatty(fd)))
        return write_pieces(fd, &(struct iovec){ base.pointer, size }, 1);
    return await(fd, POLLOUT) < 0 ? -1 : real()->write(fd, from, size);
}

ssize_t writev(int fd, const struct iovec *from, int count)
{
    if (!sched_has_turn())
        return real()->writev(fd, from, count);
    if (count > 0 && count <= IOV_MAX && length_of(from, count) > PIECE && io_may_block(fd))
        return write_pieces(fd, from, count);
    return await(fd, POLLOUT) < 0 ? -1 : real()->writev(fd, from, count);
}

ssize_t send(int fd, const void *from, size_t size, int flags)
{
    return sendto(fd, from, size, flags, (__CONST_SOCKADDR_ARG){ .__sockaddr__ = NULL }, 0);
}

/* A stream takes as much as there is room for without blocking, as often as needed. A datagram is
 * sent as a whole. */
ssize_t sendto(int fd, const void *from, size_t size, int flags, __CONST_SOCKADDR_ARG to,
               socklen_t length)
{
    size_t sum = 0;
    if (sched_has_turn())
        world_note_change();
    if (!sched_has_turn() || flags & MSG_DONTWAIT || !is_blocking(fd))
        return real()->sendto(fd, from, size, flags, to.__sockaddr__, length);
    for (;;) {
        ssize_t n = real()->sendto(fd, (const char *)from + sum, size - sum, flags | MSG_DONTWAIT,
                                   to.__sockaddr__, length);
        if (n < 0 && errno == EAGAIN && await_room(fd) == 0)
            continue;
        if (n < 0)
            return sum > 0 ? (ssize_t)sum : -1;
        sum += (size_t)n;
        if (sum >= size)
            return (ssize_t)sum;
    }
}

enum { REST_MAX = 16 };

/* What is left of a message after `sum` bytes, as far as there is room in `part`. */
static void skip(struct msghdr *rest, const struct msghdr *all, size_t sum,
                 struct iovec part[REST_MAX])
{
    size_t i = 0, count = 0;
    while (i < all->msg_iovlen && sum >= all->msg_iov[i].iov_len)
        sum -= all->msg_iov[i++].iov_len;
    for (; i < all->msg_iovlen && count < REST_MAX; i++, sum = 0)
        part[count++] = (struct iovec){ (char *)all->msg_iov[i].iov_base + sum,
                                        all->msg_iov[i].iov_len - sum };
    *rest = *all;
    rest->msg_iov = part;
    rest->msg_iovlen = count;
    rest->msg_control = NULL; /* it went with the first part */
    rest->msg_controllen = 0;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    if (sched_has_turn())
        world_note_change();
    if (!sched_has_turn() || flags & MSG_DONTWAIT || !is_blocking(fd))
        return real()->sendmsg(fd, message, flags);
    const size_t size = length_of(message->msg_iov, (int)message->msg_iovlen);
    struct msghdr rest = *message;
    struct iovec part[REST_MAX];
    for (size_t sum = 0;;) {
        ssize_t n = real()->sendmsg(fd, &rest, flags | MSG_DONTWAIT);
        if (n < 0 && errno == EAGAIN && await_room(fd) == 0)
            continue;
        if (n < 0)
            return sum > 0 ? (ssize_t)sum : -1;
        sum += (size_t)n;
        if (n == 0 || sum >= size)
            return (ssize_t)sum;
        skip(&rest, message, sum, part);
    }
}

int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags)
{
    if (!sched_has_turn())
        return real()->sendmmsg(fd, messages, count, flags);
    unsigned done = 0;
    for (; done < count; done++) {
        ssize_t n = sendmsg(fd, &messages[done].msg_hdr, flags);
        if (n < 0)
            break;
        messages[done].msg_len = (unsigned)n;
    }
    return done > 0 || count == 0 ? (int)done : -1;
}

int eventfd_write(int fd, eventfd_t value)
{
    return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* ---- from one descriptor to another ---- */

static ssize_t send_piece(int to, int from, off_t *offset, size_t size)
{
    return await(to, POLLOUT) < 0 ? -1 : real()->sendfile(to, from, offset, size);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
    if (!sched_has_turn() || !io_may_block(to))
        return real()->sendfile(to, from, offset, size);
    size_t sum = 0;
    while (sum < size) {
        ssize_t n = send_piece(to, from, offset, size - sum < PIECE ? size - sum : PIECE);
        if (n < 0)
            return sum > 0 ? (ssize_t)sum : -1;
        if (n == 0)
            break;
        sum += (size_t)n;
    }
    return (ssize_t)sum;
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t size)
{
    static_assert(sizeof(off_t) == sizeof(off64_t), "the same call");
    return sendfile(to, from, (off_t *)offset, size);
}

ssize_t splice(int from, off64_t *offset_from, int to, off64_t *offset_to, size_t size,
               unsigned flags)
{
    if (!sched_has_turn() || flags & SPLICE_F_NONBLOCK)
        return real()->splice(from, offset_from, to, offset_to, size, flags);
    if ((!offset_from && await(from, POLLIN) < 0) || (!offset_to && await(to, POLLOUT) < 0))
        return -1;
    return real()->splice(from, offset_from, to, offset_to, size < PIECE ? size : PIECE, flags);
}

/* ---- locks on files ---- */

struct file_lock {
    int fd, operation;
    void *range; /* for fcntl() locks of an open file; NULL for flock() */
    int result, error;
};

/* Only taking the lock shows whether it is free: then the wait is over. */
static bool try_lock(void *arg)
{
    struct file_lock *l = arg;
    l->result = l->range ? real()->fcntl(l->fd, F_OFD_SETLK, l->range)
                         : real()->flock(l->fd, l->operation | LOCK_NB);
    l->error = errno;
    return l->result == 0 || l->error != EWOULDBLOCK;
}

static int lock_file(struct file_lock *l)
{
    if (!try_lock(l)) {
        struct sched_wait wait = { .until_ns = SCHED_NEVER,
                                   .peek = try_lock,
                                   .arg = l,
                                   .what = "a lock of a file",
                                   .interruptible = true,
                                   .restarts = true };
        if (sched_park(&wait) == SCHED_INTERRUPTED) {
            errno = EINTR;
            return -1;
        }
    }
    errno = l->error;
    return l->result;
}

int flock(int fd, int operation)
{
    if (!sched_has_turn() || operation & (LOCK_NB | LOCK_UN))
        return real()->flock(fd, operation);
    return lock_file(&(struct file_lock){ .fd = fd, .operation = operation });
}

int lock_open_file(int fd, void *lock)
{
    return lock_file(&(struct file_lock){ .fd = fd, .range = lock });
}
