/* actions.c - what a program does that is run under the preloaded world, one action a run:
 *     actions ACTION
 * Each prints what it saw of the time. See runner/t/preload.t. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "world/setters_test.h"

static long long now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (long long)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static void put_seconds(long long since_ns)
{
    printf("%lld s\n", (now_ns() - since_ns) / 1000000000);
}

static void do_read(void)
{
    long long before = now_ns();
    printf("%lld ns\n", now_ns() - before);
}

static void do_sleep(void)
{
    long long before = now_ns();
    sleep(3600);
    put_seconds(before);
}

static void do_poll(void)
{
    long long before = now_ns();
    poll(NULL, 0, 60000);
    put_seconds(before);
}

static void do_condition(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
    struct timespec until;
    long long before = now_ns();
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 100;
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&cond, &mutex, &until) != ETIMEDOUT)
        continue;
    put_seconds(before);
}

static void do_semaphore(void)
{
    sem_t sem;
    struct timespec until;
    long long before = now_ns();
    sem_init(&sem, 0, 0);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 100;
    if (sem_timedwait(&sem, &until) != 0 && errno == ETIMEDOUT)
        put_seconds(before);
}

/* A loop that waits for the clock, and lets nobody know. */
static void do_spin(void)
{
    long long end = now_ns() + 50000000;
    while (now_ns() < end)
        continue;
    puts("ended");
}

static void do_stuck(void)
{
    puts("before");
    poll(NULL, 0, -1);
}

/* ---- timers: at one instant they come before the threads that are due then ---- */

static int ends[2];

static void on_timer(union sigval value)
{
    (void)value;
    if (write(ends[1], "", 1) == 1)
        puts("notified");
}

static void on_signal(int signum)
{
    (void)signum;
}

static void arm(struct sigevent *event, time_t seconds)
{
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, event, &timer);
    timer_settime(timer, 0, &(struct itimerspec){ .it_value = { seconds, 0 } }, NULL);
}

static void do_timer(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer };
    long long before = now_ns();
    if (pipe(ends) != 0)
        return;
    arm(&event, 5);
    printf("poll: %d\n", poll(&(struct pollfd){ ends[0], POLLIN, 0 }, 1, 5000));
    put_seconds(before);
}

static void do_signal(void)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
    struct sigaction action = { .sa_handler = on_signal };
    long long before = now_ns();
    sigaction(SIGUSR1, &action, NULL);
    arm(&event, 5);
    int n = poll(NULL, 0, 60000);
    printf("poll: %d, %s\n", n, strerror(errno));
    put_seconds(before);
}

/* ---- threads that wait in a way that nobody knows of ---- */

static atomic_uint word;

static void *wake_later(void *unused)
{
    sleep(10);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return unused;
}

static void do_futex(void)
{
    pthread_t id;
    long long before = now_ns();
    pthread_create(&id, NULL, wake_later, NULL);
    while (word == 0)
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    put_seconds(before);
}

static void do_timed_futex(void)
{
    struct timespec until;
    long long before = now_ns();
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 100;
    while (syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, &until, NULL, ~0u) == 0 ||
           errno != ETIMEDOUT)
        continue;
    put_seconds(before);
}

/* Time must not move while a thread computes. */
static void *compute(void *unused)
{
    for (volatile unsigned i = 0; i < 50000000; i++)
        continue;
    if (write(ends[1], "", 1) != 1)
        abort();
    return unused;
}

static void do_compute(void)
{
    pthread_t id;
    if (pipe(ends) != 0)
        return;
    pthread_create(&id, NULL, compute, NULL);
    printf("poll: %d\n", poll(&(struct pollfd){ ends[0], POLLIN, 0 }, 1, 60000));
}

/* ---- children ---- */

static void do_environment(void)
{
    fflush(stdout);
    int status = system("echo \"${LD_PRELOAD-none} ${LOOPSPEC_WORLD-none}\"");
    printf("status %d\n", status);
}

/* It has the real time: sleeps take some, but the virtual hour of its parent is none. */
static void do_fork(void)
{
    sleep(3600);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct timespec nap = { 0, 1000000 };
        long long before = now_ns();
        nanosleep(&nap, NULL);
        _exit(now_ns() > before + 1000000 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
}

/* As long as it lives, time is its own: what it takes half a second for comes before the
 * minute is over. */
static void do_child(void)
{
    FILE *child = popen("sleep 0.3; echo here", "r");
    printf("poll: %d\n", poll(&(struct pollfd){ fileno(child), POLLIN, 0 }, 1, 60000));
    pclose(child);
}

static int open_sleeper(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", getenv("LOOPSPEC_SLEEPER"), name);
    return open(path, O_RDONLY);
}

static void *open_job(void *seconds)
{
    long long before = now_ns();
    int fd = open_sleeper(seconds);
    printf("%s in %lld s\n", fd < 0 ? strerror(errno) : "open", (now_ns() - before) / 1000000000);
    close(fd);
    return NULL;
}

/* Threads that are occupied, each for its own time. */
static void do_sleeper(void)
{
    char *const seconds[] = { "20", "7", "7", "soon" };
    pthread_t id[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&id[i], NULL, open_job, seconds[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(id[i], NULL);
}

/* A descriptor that becomes readable, before whoever waits until then looks at it. */
static void do_readable(void)
{
    int end[2];
    char name[32];
    if (pipe(end) < 0)
        return;
    long long before = now_ns();
    snprintf(name, sizeof name, "30/%d", end[1]);
    close(open_sleeper(name));
    int ready = poll(&(struct pollfd){ end[0], POLLIN, 0 }, 1, 60000);
    printf("poll: %d, %lld s\n", ready, (now_ns() - before) / 1000000000);
}

/* Who finds it need not measure it by sleeping. */
static void do_frequency(void)
{
    char text[32] = "";
    int fd = open("/sys/devices/system/cpu/cpu0/tsc_freq_khz", O_RDONLY);
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0)
        printf("%ld kHz\n", strtol(text, NULL, 10));
}

/* With values that nobody takes: see there. */
static void do_set(void)
{
    printf("refused: %s\n", setters_refused());
    printf("a question is %s\n", setters_asked());
    printf("it %s\n", setters_right());
}

/* One that it starts knows nothing of the world, and has no right to set the clock all the same. */
static void do_set_in_child(void)
{
    if (fork() == 0) {
        printf("it %s\n", setters_right());
        exit(0);
    }
    wait(NULL);
}

static void do_elapsed(void)
{
    struct sysinfo a, b;
    struct tms used;
    struct timespec utc, later;
    sysinfo(&a);
    clock_t before = times(&used);
    timespec_get(&utc, TIME_UTC);
    sleep(3600);
    sysinfo(&b);
    timespec_get(&later, TIME_UTC);
    printf("%ld s, %ld s, %ld s\n", b.uptime - a.uptime,
           (times(&used) - before) / sysconf(_SC_CLK_TCK), (long)(later.tv_sec - utc.tv_sec));
}

static const struct {
    const char *name;
    void (*run)(void);
} actions[] = {
    { "set", do_set },
    { "set-in-child", do_set_in_child },
    { "elapsed", do_elapsed },
    { "read", do_read },
    { "sleep", do_sleep },
    { "poll", do_poll },
    { "spin", do_spin },
    { "condition", do_condition },
    { "semaphore", do_semaphore },
    { "stuck", do_stuck },
    { "timer", do_timer },
    { "signal", do_signal },
    { "futex", do_futex },
    { "timed-futex", do_timed_futex },
    { "compute", do_compute },
    { "environment", do_environment },
    { "fork", do_fork },
    { "child", do_child },
    { "sleeper", do_sleeper },
    { "readable", do_readable },
    { "frequency", do_frequency },
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(argv[1], actions[i].name) == 0) {
            actions[i].run();
            return 0;
        }
    return 2;
}
