/* interpose_lock.c - locks of all kinds. The thread that holds one may be parked, so whoever waits
 * for it must give up the turn. */
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "world/clock.h"
#include "world/time_page.h"
#include "world/inside.h"
#include "world/real.h"
#include "world/sched.h"

/* Try until the lock is taken, in which case the result is 0 or an error other than EBUSY. */
static int take(int (*try)(void *lock), bool (*peek)(void *lock), void *lock, uint64_t until,
                const char *what)
{
    for (;;) {
        int error = try(lock);
        if (error != EBUSY)
            return error;
        if (sched_park(&(struct sched_wait){
                .until_ns = until, .peek = peek, .arg = lock, .what = what }) == SCHED_TIMED_OUT)
            return ETIMEDOUT;
    }
}

/* ---- mutexes ---- */

static int try_mutex(void *lock)
{
    return real()->pthread_mutex_trylock(lock);
}

/* The C library keeps the state of a mutex in one word. Trying it instead would take a mutex whose
 * owner has died, which can be done only once. */
static bool is_free(void *lock)
{
    const pthread_mutex_t *mutex = lock;
    return (__atomic_load_n(&mutex->__data.__lock, __ATOMIC_ACQUIRE) & FUTEX_TID_MASK) == 0;
}

/* The calling thread already holds this mutex. If the mutex checks for that, the C library returns
 * the error at once. */
static bool is_own(const pthread_mutex_t *mutex)
{
    int kind = mutex->__data.__kind & 3;
    return kind == PTHREAD_MUTEX_ERRORCHECK && mutex->__data.__owner == gettid();
}

int lock_mutex(pthread_mutex_t *mutex, uint64_t until)
{
    return take(try_mutex, is_free, mutex, until, "a mutex");
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!sched_has_turn() || is_own(mutex))
        return real()->pthread_mutex_lock(mutex);
    return lock_mutex(mutex, SCHED_NEVER);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict until)
{
    if (!sched_has_turn() || is_own(mutex))
        return real()->pthread_mutex_clocklock(mutex, clock, until);
    return lock_mutex(mutex, clock_until(until));
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    if (!sched_has_turn() || is_own(mutex))
        return real()->pthread_mutex_timedlock(mutex, until);
    return lock_mutex(mutex, clock_until(until));
}

/* ---- locks for readers and writers ---- */

static int try_reading(void *lock)
{
    return pthread_rwlock_tryrdlock(lock);
}

static int try_writing(void *lock)
{
    return pthread_rwlock_trywrlock(lock);
}

static bool is_readable(void *lock)
{
    return try_reading(lock) != 0 ? false : pthread_rwlock_unlock(lock) == 0;
}

static bool is_writable(void *lock)
{
    return try_writing(lock) != 0 ? false : pthread_rwlock_unlock(lock) == 0;
}

#define RWLOCK(name, parameters, arguments, try, peek, until)                   \
    int name parameters                                                         \
    {                                                                           \
        if (!sched_has_turn())                                                  \
            return real()->name arguments;                                      \
        return take(try, peek, lock, until, "a lock for readers and a writer"); \
    }

RWLOCK(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), try_reading, is_readable,
       SCHED_NEVER)
RWLOCK(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), try_writing, is_writable,
       SCHED_NEVER)
RWLOCK(pthread_rwlock_timedrdlock,
       (pthread_rwlock_t *restrict lock, const struct timespec *restrict until), (lock, until),
       try_reading, is_readable, clock_until(until))
RWLOCK(pthread_rwlock_timedwrlock,
       (pthread_rwlock_t *restrict lock, const struct timespec *restrict until), (lock, until),
       try_writing, is_writable, clock_until(until))

RWLOCK(pthread_rwlock_clockrdlock,
       (pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict until),
       (lock, clock, until), try_reading, is_readable, clock_until(until))
RWLOCK(pthread_rwlock_clockwrlock,
       (pthread_rwlock_t *restrict lock, clockid_t clock, const struct timespec *restrict until),
       (lock, clock, until), try_writing, is_writable, clock_until(until))

/* ---- spinning ---- */

/* A thread may call trylock until it succeeds, which is a spin. */
int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int error = real()->pthread_mutex_trylock(mutex);
    if (error == EBUSY && sched_has_outside() && sched_has_turn())
        spin_try();
    return error;
}

static int try_spin(void *lock)
{
    return pthread_spin_trylock(lock);
}

static bool is_unlocked(void *lock)
{
    return try_spin(lock) != 0 ? false : pthread_spin_unlock(lock) == 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    union { /* the type is volatile */
        pthread_spinlock_t *spin;
        void *any;
    } u = { lock };
    if (!sched_has_turn())
        return real()->pthread_spin_lock(lock);
    return take(try_spin, is_unlocked, u.any, SCHED_NEVER, "a spinlock");
}

/* ---- barriers ---- */

/* The calls about a barrier are all ours, and so is its memory if it was made in a world. */
struct barrier {
    uint64_t mark;
    unsigned count;
    atomic_uint arrived, rounds; /* processes may share it */
};

static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier is too large");
#define BARRIER_MARK UINT64_C(0x6261727269657221)

static struct barrier *barrier_of(pthread_barrier_t *barrier)
{
    struct barrier *b = (struct barrier *)barrier;
    return b->mark == BARRIER_MARK ? b : NULL;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier,
                         const pthread_barrierattr_t *restrict attr, unsigned count)
{
    int shared = PTHREAD_PROCESS_PRIVATE;
    if (attr)
        pthread_barrierattr_getpshared(attr, &shared);
    bool is_foreign = shared == PTHREAD_PROCESS_SHARED && !time_page_is_on();
    if (!sched_has_turn() || count == 0 || is_foreign)
        return real()->pthread_barrier_init(barrier, attr, count);
    *(struct barrier *)barrier = (struct barrier){ .mark = BARRIER_MARK, .count = count };
    return 0;
}

struct barrier_wait {
    struct barrier *barrier;
    unsigned round;
};

static bool has_opened(void *arg)
{
    const struct barrier_wait *w = arg;
    return w->barrier->rounds != w->round;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct barrier *b = barrier_of(barrier);
    if (!b)
        return real()->pthread_barrier_wait(barrier);
    struct barrier_wait w = { b, b->rounds };
    if (++b->arrived == b->count) {
        b->arrived = 0;
        b->rounds++;
        sched_signal(b, true);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    sched_park(&(struct sched_wait){ .until_ns = SCHED_NEVER,
                                     .peek = time_page_is_on() ? has_opened : NULL,
                                     .arg = &w,
                                     .object = b,
                                     .what = "a barrier" });
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    struct barrier *b = barrier_of(barrier);
    if (!b)
        return real()->pthread_barrier_destroy(barrier);
    b->mark = 0;
    return 0;
}
