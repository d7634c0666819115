/* aio.c - the C library performs asynchronous requests by threads of its own, which the world does not
 * know. */
#include "preload/preload.h"

#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "preload/aside.h"
#include "preload/tsc.h"
#include "world/clock.h"
#include "world/sched.h"

struct suspension {
    const struct aiocb *const *request;
    int count;
};

static bool has_ended(void *arg)
{
    const struct suspension *s = arg;
    for (int i = 0; i < s->count; i++)
        if (s->request[i] && aio_error(s->request[i]) != EINPROGRESS)
            return true;
    return false;
}

static int suspend(struct suspension s, const struct timespec *timeout)
{
    struct sched_wait wait = { .until_ns = timeout ? sched_after(clock_span(timeout)) : SCHED_NEVER,
                               .peek = has_ended,
                               .arg = &s,
                               .what = "aio",
                               .interruptible = true };
    enum sched_wake woke = has_ended(&s) ? SCHED_READY : aside_await_strangers(&wait);
    if (woke == SCHED_READY)
        return 0;
    errno = woke == SCHED_TIMED_OUT ? EAGAIN : EINTR;
    return -1;
}

typedef int suspend_function(const struct aiocb *const request[], int count,
                             const struct timespec *restrict timeout);

int aio_suspend(const struct aiocb *const request[], int count,
                const struct timespec *restrict timeout)
{
    suspend_function *behind;
    if (sched_has_turn() && (!timeout || clock_is_span(timeout)))
        return suspend((struct suspension){ request, count }, timeout);
    void *address = dlsym(RTLD_NEXT, "aio_suspend");
    memcpy(&behind, &address, sizeof address);
    return behind(request, count, timeout);
}

/* ---- requests ----
 * The C library's threads inherit how the counter is read. They block all signals, and so must be able
 * to read it. */
#define REQUEST(name, parameters, arguments)          \
    int name parameters                               \
    {                                                 \
        int(*behind) parameters;                      \
        void *address = dlsym(RTLD_NEXT, #name);      \
        memcpy(&behind, &address, sizeof address);    \
        tsc_release();                                \
        int result = behind arguments, error = errno; \
        tsc_trap_again();                             \
        errno = error;                                \
        return result;                                \
    }

REQUEST(aio_read, (struct aiocb * request), (request))
REQUEST(aio_write, (struct aiocb * request), (request))
REQUEST(aio_fsync, (int operation, struct aiocb *request), (operation, request))

/* On a machine of 64 bits, the request is the same. */
#if __WORDSIZE == 64
int aio_suspend64(const struct aiocb64 *const request[], int count,
                  const struct timespec *restrict timeout)
{
    return aio_suspend((const struct aiocb *const *)request, count, timeout);
}

REQUEST(aio_read64, (struct aiocb64 * request), (request))
REQUEST(aio_write64, (struct aiocb64 * request), (request))
REQUEST(aio_fsync64, (int operation, struct aiocb64 *request), (operation, request))
#endif
