/* ipc.c - calls that block in the kernel without a descriptor that poll() knows: System V
 * semaphores and queues, POSIX queues, connections to a path whose listener is busy. Each has a way to be tried without blocking. The thread gives up the turn until a try
 * succeeds. */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdbool.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>

#include "world/clock.h"
#include "world/real.h"
#include "world/sched.h"

/* A call that does not block. With `busy` as errno it would have. */
struct call {
    ssize_t (*try)(struct call *c);
    int busy;
    ssize_t result;
    int error;

    int id, flags;
    void *bytes;
    size_t size;
    long type;          /* of a message */
    unsigned *priority; /* likewise */
    const struct sembuf *ops;
    const struct sockaddr *address;
};

/* As with flock(), the only way to see whether it can be done is to do it. */
static bool is_over(void *arg)
{
    struct call *c = arg;
    c->result = c->try(c);
    c->error = errno;
    return c->result >= 0 || c->error != c->busy;
}

/* `late` is the errno when the deadline has come. */
static ssize_t make(struct call *c, uint64_t until, int late, const char *what)
{
    if (!is_over(c)) {
        enum sched_wake woke = sched_park(&(struct sched_wait){
            .until_ns = until, .peek = is_over, .arg = c, .what = what, .interruptible = true });
        if (woke != SCHED_READY) {
            errno = woke == SCHED_TIMED_OUT ? late : EINTR;
            return -1;
        }
    }
    errno = c->error;
    return c->result;
}

/* ---- System V ---- */

enum { OPERATIONS_MAX = 64 };

static ssize_t try_semaphores(struct call *c)
{
    struct sembuf ops[OPERATIONS_MAX];
    memcpy(ops, c->ops, c->size * sizeof *ops);
    for (size_t i = 0; i < c->size; i++)
        ops[i].sem_flg |= IPC_NOWAIT;
    return real()->semop(c->id, ops, c->size);
}

static bool may_wait(const struct sembuf *ops, size_t count)
{
    bool may = count > 0 && count <= OPERATIONS_MAX;
    for (size_t i = 0; may && i < count; i++)
        may = !(ops[i].sem_flg & IPC_NOWAIT);
    return may;
}

int semtimedop(int id, struct sembuf *ops, size_t count, const struct timespec *timeout)
{
    if (!sched_has_turn() || !may_wait(ops, count) || (timeout && !clock_is_span(timeout)))
        return real()->semtimedop(id, ops, count, timeout);
    struct call c = { try_semaphores, .busy = EAGAIN, .id = id, .ops = ops, .size = count };
    uint64_t until = timeout ? sched_after(clock_span(timeout)) : SCHED_NEVER;
    return (int)make(&c, until, EAGAIN, "semop");
}

int semop(int id, struct sembuf *ops, size_t count)
{
    return semtimedop(id, ops, count, NULL);
}

static ssize_t try_to_fetch(struct call *c)
{
    return real()->msgrcv(c->id, c->bytes, c->size, c->type, c->flags | IPC_NOWAIT);
}

ssize_t msgrcv(int id, void *message, size_t size, long type, int flags)
{
    if (!sched_has_turn() || flags & IPC_NOWAIT)
        return real()->msgrcv(id, message, size, type, flags);
    struct call c = { try_to_fetch,     .busy = ENOMSG, .id = id,    .flags = flags,
                      .bytes = message, .size = size,   .type = type };
    return make(&c, SCHED_NEVER, 0, "msgrcv");
}

static ssize_t try_to_store(struct call *c)
{
    return real()->msgsnd(c->id, c->bytes, c->size, c->flags | IPC_NOWAIT);
}

int msgsnd(int id, const void *message, size_t size, int flags)
{
    union { /* it is only read */
        const void *const_pointer;
        void *pointer;
    } u = { message };
    if (!sched_has_turn() || flags & IPC_NOWAIT)
        return real()->msgsnd(id, message, size, flags);
    struct call c = { try_to_store,   .busy = EAGAIN,     .id = id,
                      .flags = flags, .bytes = u.pointer, .size = size };
    return (int)make(&c, SCHED_NEVER, 0, "msgsnd");
}

/* ---- POSIX queues: a deadline that is over is a try ---- */

static const struct timespec over = { 0, 0 };

static ssize_t try_to_receive(struct call *c)
{
    return real()->mq_timedreceive(c->id, c->bytes, c->size, c->priority, &over);
}

static ssize_t receive(mqd_t queue, char *bytes, size_t size, unsigned *priority, uint64_t until)
{
    struct call c = { try_to_receive, .busy = ETIMEDOUT, .id = queue,
                      .bytes = bytes, .size = size,      .priority = priority };
    return make(&c, until, ETIMEDOUT, "mq_receive");
}

ssize_t mq_receive(mqd_t queue, char *bytes, size_t size, unsigned *priority)
{
    if (!sched_has_turn())
        return real()->mq_timedreceive(queue, bytes, size, priority, NULL);
    return receive(queue, bytes, size, priority, SCHED_NEVER);
}

ssize_t mq_timedreceive(mqd_t queue, char *restrict bytes, size_t size, unsigned *restrict priority,
                        const struct timespec *restrict until)
{
    if (!sched_has_turn() || !clock_is_span(until))
        return real()->mq_timedreceive(queue, bytes, size, priority, until);
    return receive(queue, bytes, size, priority, clock_until(until));
}

static ssize_t try_to_send(struct call *c)
{
    return real()->mq_timedsend(c->id, c->bytes, c->size, (unsigned)c->type, &over);
}

static int send_message(mqd_t queue, const char *bytes, size_t size, unsigned priority,
                        uint64_t until)
{
    union {
        const char *const_pointer;
        void *pointer;
    } u = { bytes };
    struct call c = { try_to_send,        .busy = ETIMEDOUT, .id = queue,
                      .bytes = u.pointer, .size = size,      .type = (long)priority };
    return (int)make(&c, until, ETIMEDOUT, "mq_send");
}

int mq_send(mqd_t queue, const char *bytes, size_t size, unsigned priority)
{
    if (!sched_has_turn())
        return real()->mq_timedsend(queue, bytes, size, priority, NULL);
    return send_message(queue, bytes, size, priority, SCHED_NEVER);
}

int mq_timedsend(mqd_t queue, const char *bytes, size_t size, unsigned priority,
                 const struct timespec *until)
{
    if (!sched_has_turn() || !clock_is_span(until))
        return real()->mq_timedsend(queue, bytes, size, priority, until);
    return send_message(queue, bytes, size, priority, clock_until(until));
}

/* ---- connections to a path ---- */

static ssize_t try_to_connect(struct call *c)
{
    const int flags = real()->fcntl(c->id, F_GETFL);
    real()->fcntl(c->id, F_SETFL, flags | O_NONBLOCK);
    const int result = real()->connect(c->id, c->address, (socklen_t)c->size), error = errno;
    real()->fcntl(c->id, F_SETFL, flags);
    errno = error;
    return result;
}

/* The others pass: over the network, the kernel of another machine may be what is waited for. */
int connect(int fd, __CONST_SOCKADDR_ARG to, socklen_t size)
{
    const struct sockaddr *address = to.__sockaddr__;
    const int flags = sched_has_turn() ? real()->fcntl(fd, F_GETFL) : -1;
    if (flags < 0 || flags & O_NONBLOCK || !address || address->sa_family != AF_UNIX)
        return real()->connect(fd, address, size);
    struct call c = { try_to_connect, .busy = EAGAIN, .id = fd, .address = address, .size = size };
    return (int)make(&c, SCHED_NEVER, 0, "connect");
}
