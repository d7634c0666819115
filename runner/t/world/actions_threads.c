#include "actions.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>

static int end[2]; /* of a pipe */

/* ---- threads.h ---- */

static mtx_t mutex;
static cnd_t condition;
static bool is_set;

static void first(void)
{
    sleep(2);
}

static int set(void *flag)
{
    call_once(flag, first);
    thrd_sleep(&(struct timespec){ 5, 0 }, NULL);
    mtx_lock(&mutex);
    is_set = true;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    return 3;
}

void do_c11(void)
{
    static once_flag flag = ONCE_FLAG_INIT;
    thrd_t id;
    int result = 0;
    struct timespec until;
    mtx_init(&mutex, mtx_timed);
    cnd_init(&condition);
    thrd_create(&id, set, &flag);
    thrd_yield();
    call_once(&flag, first);
    put("once");
    mtx_lock(&mutex);
    while (!is_set)
        cnd_wait(&condition, &mutex);
    put("signalled");
    timespec_get(&until, TIME_UTC);
    until.tv_sec += 7;
    say("timed out", cnd_timedwait(&condition, &mutex, &until) == thrd_timedout);
    thrd_join(id, &result);
    printf("%d\n", result);
    put("joined");
}

/* ---- threads that are joined, ended and woken ---- */

static void *sleep_for(void *seconds)
{
    return sleep((unsigned)(uintptr_t)seconds) > 0 ? NULL : seconds;
}

static struct timespec in(clockid_t clock, time_t seconds)
{
    struct timespec ts;
    clock_gettime(clock, &ts);
    ts.tv_sec += seconds;
    return ts;
}

void do_timed_join(void)
{
    pthread_t id = start(sleep_for, (void *)10);
    struct timespec until = in(CLOCK_REALTIME, 4);
    say("not in time", pthread_timedjoin_np(id, NULL, &until) == ETIMEDOUT);
    put("timed");
    until = in(CLOCK_MONOTONIC, 3);
    say("not in time", pthread_clockjoin_np(id, NULL, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    put("by a clock");
    while (pthread_tryjoin_np(id, NULL) == EBUSY)
        continue;
    puts(now() > 0 ? "at last" : "");
}

static void unlock(void *lock)
{
    pthread_mutex_unlock(lock);
}

static void *wait_for_condition(void *arg)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

static void *wait_for_read(void *arg)
{
    char byte;
    int pipes[2];
    while (pipe(pipes) == 0 && read(pipes[0], &byte, 1) > 0)
        continue;
    return arg;
}

static void *wait_for_event(void *arg)
{
    struct epoll_event e;
    epoll_wait(epoll_create1(0), &e, 1, -1);
    return arg;
}

/* It cannot be ended before it has slept. */
static void *refuse(void *arg)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    sleep(7);
    put("slept");
    pthread_setcancelstate(before, NULL);
    pthread_testcancel();
    return arg;
}

static void cancel(const char *what, void *(*function)(void *))
{
    void *result = NULL;
    pthread_t id = start(function, (void *)1000);
    sleep(2);
    pthread_cancel(id);
    pthread_join(id, &result);
    say(what, result == PTHREAD_CANCELED);
}

void do_cancel(void)
{
    cancel("in a sleep", sleep_for);
    cancel("in a condition", wait_for_condition);
    cancel("in a read", wait_for_read);
    cancel("in epoll", wait_for_event);
    put("cancelled");
    cancel("later", refuse);
    put("the last");
}

static void ignore(int signal)
{
    (void)signal;
}

/* A process that is stopped while it sleeps is late by as long as that lasts, and holds up nobody. */
void do_stop_process(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        sleep(5);
        put("child");
        _exit(fflush(stdout));
    }
    sleep(1);
    kill(child, SIGSTOP);
    sleep(10);
    put("continued");
    fflush(stdout);
    kill(child, SIGCONT);
    waitpid(child, NULL, 0);
    put("ended");
}

void do_kill_thread(void)
{
    struct sigaction a = { .sa_handler = ignore };
    sigaction(SIGUSR1, &a, NULL);
    int late = 0;
    for (int i = 0; i < 20; i++) {
        void *result;
        pthread_t id = start(sleep_for, (void *)100);
        sleep(1);
        pthread_kill(id, SIGUSR1);
        pthread_join(id, &result);
        late += result != NULL;
    }
    printf("%d late\n", late);
    put("woken");
}

static void *hold_reading(void *lock)
{
    struct timespec until = in(CLOCK_MONOTONIC, 4);
    say("not in time", pthread_rwlock_clockrdlock(lock, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    put("reading");
    return NULL;
}

void do_clock_lock(void)
{
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_wrlock(&lock);
    pthread_t id = start(hold_reading, &lock);
    sleep(9);
    pthread_rwlock_unlock(&lock);
    join(id);
}

/* ---- loops that only try ---- */

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;

static void *hold(void *arg)
{
    pthread_mutex_lock(&held);
    sleep(3);
    pthread_mutex_unlock(&held);
    sem_post(&posted);
    return write(end[1], "x", 1) == 1 ? arg : NULL;
}

static long spun(void)
{
    return (long)now() % 1000000;
}

void do_tries(void)
{
    char byte;
    uint64_t count;
    sem_init(&posted, 0, 0);
    if (pipe2(end, O_NONBLOCK) < 0)
        return;
    pthread_t id = start(hold, NULL);
    sleep(1);
    while (pthread_mutex_trylock(&held) != 0)
        continue;
    while (sem_trywait(&posted) != 0)
        continue;
    while (read(end[0], &byte, 1) < 0)
        continue;
    put("tried");
    join(id);
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    timerfd_settime(fd, 0, &(struct itimerspec){ .it_value = { 3, 0 } }, NULL);
    while (read(fd, &count, sizeof count) < 0)
        continue;
    put("expired");
    for (const long until = spun() + 3; spun() < until;)
        usleep(0);
    put("slept for no time");
}
