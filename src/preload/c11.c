/* c11.c - threads.h. The C library's own versions call their relatives in pthread.h by
 * names that nobody can define anew. The types are the same in memory. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static int result_of(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
    }
}

static pthread_mutex_t *mutex_of(mtx_t *mutex)
{
    return (pthread_mutex_t *)mutex;
}

static pthread_cond_t *condition_of(cnd_t *condition)
{
    return (pthread_cond_t *)condition;
}

struct start {
    thrd_start_t function;
    void *arg;
};

static void *start_thread(void *arg)
{
    struct start s = *(struct start *)arg;
    free(arg);
    return (void *)(intptr_t)s.function(s.arg); /* as thrd_exit() passes it on */
}

int thrd_create(thrd_t *id, thrd_start_t function, void *arg)
{
    struct start *s = malloc(sizeof *s);
    if (!s)
        return thrd_nomem;
    *s = (struct start){ function, arg };
    int error = pthread_create(id, NULL, start_thread, s);
    if (error)
        free(s);
    return result_of(error);
}

int thrd_join(thrd_t id, int *result)
{
    void *value = NULL;
    int error = pthread_join(id, &value);
    if (error == 0 && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

int thrd_sleep(const struct timespec *ts, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, ts, left);
    return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

void thrd_yield(void)
{
    sched_yield();
}

int mtx_lock(mtx_t *mutex)
{
    return result_of(pthread_mutex_lock(mutex_of(mutex)));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return result_of(pthread_mutex_timedlock(mutex_of(mutex), until));
}

int mtx_trylock(mtx_t *mutex)
{
    return result_of(pthread_mutex_trylock(mutex_of(mutex)));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return result_of(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict until)
{
    return result_of(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), until));
}

int cnd_signal(cnd_t *condition)
{
    return result_of(pthread_cond_signal(condition_of(condition)));
}

int cnd_broadcast(cnd_t *condition)
{
    return result_of(pthread_cond_broadcast(condition_of(condition)));
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once((pthread_once_t *)flag, function);
}
