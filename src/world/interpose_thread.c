/* interpose_thread.c - threads and what they wait for each other by, as the world
 * has them. A mutex is not among them: one thread runs at a time, and none of the
 * loops holds one while it waits for anything else. */
#include "world/sched.h"

#include <errno.h>
#include <stdint.h>

#include "world/real.h"

static uint64_t instant_of(const struct timespec *ts)
{
    uint64_t ns = (uint64_t)ts->tv_sec * 1000000000 + (uint64_t)ts->tv_nsec;
    return ns > SCHED_EPOCH_NS ? ns - SCHED_EPOCH_NS : 0;
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attr,
                   void *(*start)(void *), void *restrict arg)
{
    if (!sched_governs())
        return real()->pthread_create(id, attr, start, arg);
    return sched_thread_create(id, attr, start, arg);
}

int pthread_join(pthread_t id, void **result)
{
    if (!sched_governs())
        return real()->pthread_join(id, result);
    return sched_thread_join(id, result);
}

/* ---- condition variables ---- */

static bool is_free(void *mutex)
{
    if (pthread_mutex_trylock(mutex) != 0)
        return false;
    pthread_mutex_unlock(mutex);
    return true;
}

/* The mutex may be held by a thread that is parked; waiting for it must not keep
 * the turn. */
static void lock_again(pthread_mutex_t *mutex)
{
    while (pthread_mutex_trylock(mutex) == EBUSY)
        sched_park(&(struct sched_wait){
            .until_ns = SCHED_NEVER, .peek = is_free, .arg = mutex, .what = "a mutex" });
}

static int wait_condition(pthread_cond_t *cond, pthread_mutex_t *mutex, uint64_t until)
{
    pthread_mutex_unlock(mutex);
    enum sched_wake woke = sched_park(
        &(struct sched_wait){ .until_ns = until, .object = cond, .what = "a condition" });
    lock_again(mutex);
    return woke == SCHED_LATE ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex)
{
    if (!sched_governs())
        return real()->pthread_cond_wait(cond, mutex);
    return wait_condition(cond, mutex, SCHED_NEVER);
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    if (!sched_governs())
        return real()->pthread_cond_timedwait(cond, mutex, until);
    return wait_condition(cond, mutex, instant_of(until));
}

int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                           clockid_t clock, const struct timespec *restrict until)
{
    if (!sched_governs())
        return real()->pthread_cond_clockwait(cond, mutex, clock, until);
    return wait_condition(cond, mutex, instant_of(until));
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    if (!sched_governs())
        return real()->pthread_cond_signal(cond);
    sched_signal(cond, false);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    if (!sched_governs())
        return real()->pthread_cond_broadcast(cond);
    sched_signal(cond, true);
    return 0;
}

/* ---- semaphores ---- */

static int wait_semaphore(sem_t *sem, uint64_t until)
{
    while (sem_trywait(sem) < 0) {
        if (errno != EAGAIN)
            return -1;
        enum sched_wake woke = sched_park(&(struct sched_wait){
            .until_ns = until, .object = sem, .what = "a semaphore", .interruptible = true });
        if (woke == SCHED_READY)
            continue;
        errno = woke == SCHED_LATE ? ETIMEDOUT : EINTR;
        return -1;
    }
    return 0;
}

int sem_wait(sem_t *sem)
{
    if (!sched_governs())
        return real()->sem_wait(sem);
    return wait_semaphore(sem, SCHED_NEVER);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until)
{
    if (!sched_governs())
        return real()->sem_timedwait(sem, until);
    return wait_semaphore(sem, instant_of(until));
}

int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict until)
{
    if (!sched_governs())
        return real()->sem_clockwait(sem, clock, until);
    return wait_semaphore(sem, instant_of(until));
}

int sem_post(sem_t *sem)
{
    int result = real()->sem_post(sem);
    if (result == 0 && sched_governs())
        sched_signal(sem, false);
    return result;
}
