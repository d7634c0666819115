/* actions.c - what programs do that wait for another thread, another process or the clock, one action a
 * run:
 *     actions ACTION
 * Each prints what it saw of the time. See runner/t/world.t. */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

#include "actions.h"

static double began;

double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

void put(const char *what)
{
    printf("%s at %.0f s\n", what, now() - began);
    fflush(stdout);
}

int in_thread(void *(*start)(void *), void *arg)
{
    pthread_t id;
    return pthread_create(&id, NULL, start, arg) || pthread_detach(id);
}

void say(const char *what, bool is)
{
    puts(is ? what : "wrong");
}

pthread_t start(void *(*function)(void *), void *arg)
{
    pthread_t id;
    pthread_create(&id, NULL, function, arg);
    return id;
}

void join(pthread_t id)
{
    pthread_join(id, NULL);
}

/* ---- processes ---- */

static void do_child(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        execlp("sleep", "sleep", "3600", NULL);
    waitpid(pid, &status, 0);
    put(WIFEXITED(status) ? "ended" : "killed");
}

/* Both wait, and each for its own time. */
static void do_fork(void)
{
    if (fork() == 0) {
        sleep(7);
        put("child");
        _exit(0);
    }
    sleep(5);
    put("parent");
    wait(NULL);
    put("both");
}

static void do_kill(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0)
        execlp("sleep", "sleep", "3600", NULL);
    sleep(10);
    kill(pid, SIGTERM);
    waitpid(pid, &status, 0);
    put(WIFSIGNALED(status) ? "killed" : "ended");
}

static void do_environment(void)
{
    char *argv[] = { "sleep", "50", NULL }, *none[] = { NULL };
    pid_t pid = fork();
    if (pid == 0)
        execve("/bin/sleep", argv, none);
    waitpid(pid, NULL, 0);
    put("ended");
}

static void do_system(void)
{
    int status = system("sleep 30; exit 3");
    printf("status %d\n", WEXITSTATUS(status));
    put("system");
}

static void do_pipe(void)
{
    char text[8] = "";
    int end[2];
    if (pipe(end) < 0 || fork() == 0) {
        sleep(4);
        _exit(write(end[1], "hello", 5) != 5);
    }
    if (read(end[0], text, 5) == 5)
        put(text);
}

/* More than a pipe holds, in both directions. */
static void do_socket(void)
{
    enum { SIZE = 1 << 20 };
    static char bytes[SIZE];
    int end[2];
    size_t sum = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) < 0 || fork() == 0) {
        sleep(2);
        _exit(write(end[1], bytes, SIZE) != SIZE);
    }
    for (ssize_t n; sum < SIZE && (n = read(end[0], bytes, SIZE)) > 0;)
        sum += (size_t)n;
    printf("%zu bytes\n", sum);
    put("socket");
}

static void do_pty(void)
{
    char text[4096];
    int master;
    size_t sum = 0;
    pid_t pid = forkpty(&master, NULL, NULL, NULL);
    if (pid == 0) {
        sleep(6);
        for (int i = 0; i < 100; i++)
            if (write(1, "0123456789012345678901234567890123456789012345678\n", 50) < 0)
                _exit(1);
        _exit(0);
    }
    for (ssize_t n; (n = read(master, text, sizeof text)) > 0;)
        sum += (size_t)n;
    printf("%zu bytes\n", sum);
    put("terminal");
}

static void do_pidfd(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        sleep(8);
        _exit(0);
    }
    struct pollfd p = { (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };
    printf("poll: %d\n", poll(&p, 1, -1));
    put("ended");
}

static void do_inotify(void)
{
    char text[4096], folder[] = "/tmp/actions.XXXXXX", path[64];
    int fd = inotify_init1(0);
    snprintf(path, sizeof path, "%s/file", mkdtemp(folder));
    inotify_add_watch(fd, folder, IN_CREATE);
    if (fork() == 0) {
        sleep(9);
        _exit(open(path, O_CREAT | O_WRONLY, 0600) < 0);
    }
    if (read(fd, text, sizeof text) > 0)
        put("created");
    unlink(path);
    rmdir(folder);
}

/* ---- threads ---- */

static int ends[2];

static void *write_later(void *arg)
{
    sleep(3);
    return write(ends[1], "x", 1) == 1 ? arg : NULL;
}

static void do_read(void)
{
    char c;
    if (pipe(ends) == 0 && in_thread(write_later, NULL) == 0 && read(ends[0], &c, 1) == 1)
        put("read");
}

static void *read_later(void *arg)
{
    static char bytes[1 << 18];
    sleep(3);
    for (size_t sum = 0; sum < sizeof bytes;)
        sum += (size_t)read(ends[0], bytes, sizeof bytes);
    return arg;
}

static void do_write(void)
{
    static char bytes[1 << 18];
    if (pipe(ends) == 0 && in_thread(read_later, NULL) == 0)
        printf("%zd bytes\n", write(ends[1], bytes, sizeof bytes));
    put("written");
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *hold_all(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
    pthread_spin_lock(&spinlock);
    sleep(1);
    pthread_mutex_unlock(&mutex);
    sleep(1);
    pthread_rwlock_unlock(&rwlock);
    sleep(1);
    pthread_spin_unlock(&spinlock);
    sleep(1);
    pthread_barrier_wait(&barrier);
    return arg;
}

static void do_locks(void)
{
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, 2);
    in_thread(hold_all, NULL);
    sched_yield();
    pthread_mutex_lock(&mutex);
    put("mutex");
    pthread_rwlock_rdlock(&rwlock);
    put("rwlock");
    pthread_spin_lock(&spinlock);
    put("spinlock");
    pthread_barrier_wait(&barrier);
    put("barrier");
}

static void do_timed_lock(void)
{
    struct timespec until;
    pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
    pthread_mutexattr_t checks;
    pthread_mutex_t checked;
    pthread_mutexattr_init(&checks);
    pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &checks);
    pthread_mutex_lock(&checked);
    printf("%s\n", strerror(pthread_mutex_lock(&checked)));
    pthread_mutex_lock(&mutex);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 12;
    printf("%s\n", strerror(pthread_mutex_timedlock(&mutex, &until)));
    put("over");
}

static void begin_slowly(void)
{
    sleep(2);
}

static void *call_once_too(void *arg)
{
    pthread_once(&once, begin_slowly);
    put("second");
    return arg;
}

static void do_once(void)
{
    in_thread(call_once_too, NULL);
    pthread_once(&once, begin_slowly);
    put("first");
    sleep(1);
}

static atomic_uint word;

static void *wake_later(void *arg)
{
    sleep(5);
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return arg;
}

static void do_futex(void)
{
    struct timespec span = { 4, 0 };
    long n = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &span, NULL, 0);
    printf("%s\n", n < 0 ? strerror(errno) : "woken");
    in_thread(wake_later, NULL);
    while (word == 0)
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    put("woken");
}

/* ---- signals ---- */

static void ignore(int sig)
{
    (void)sig;
}

/* An alarm interrupts a read only if its handler does not ask to go on. */
static void do_eintr(void)
{
    char c;
    struct sigaction act = { .sa_handler = ignore };
    if (pipe(ends) < 0)
        return;
    sigaction(SIGALRM, &act, NULL);
    alarm(5);
    printf("%zd, ", read(ends[0], &c, 1));
    printf("%s\n", strerror(errno));
    put("interrupted");
    act.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &act, NULL);
    alarm(1);
    in_thread(write_later, NULL);
    printf("%zd\n", read(ends[0], &c, 1));
    put("read");
}

static void do_signal_from_child(void)
{
    struct sigaction act = { .sa_handler = ignore };
    sigset_t none;
    sigemptyset(&none);
    sigaction(SIGUSR1, &act, NULL);
    if (fork() == 0) {
        sleep(11);
        _exit(kill(getppid(), SIGUSR1));
    }
    printf("%d, ", ppoll(NULL, 0, &(struct timespec){ 100, 0 }, &none));
    printf("%s\n", strerror(errno));
    put("interrupted");
}

/* ---- clocks ---- */

static void do_spin(void)
{
    while (now() < began + 2)
        continue;
    put("spun");
}

static void do_long_spin(void)
{
    unsigned readings = 0;
    while (now() < began + 100)
        readings++;
    puts(readings < 1000000 ? "few readings" : "many readings");
    printf("late by %s\n", now() < began + 101 ? "little" : "much");
}

static bool is_near(time_t a, time_t b)
{
    return a - b < 3600 && b - a < 3600;
}

/* A deadline by the clock of civil time, as a lock has it, and one that has passed. */
static void do_date(void)
{
    struct stat file;
    struct timespec at, monotonic;
    sem_t never;
    fstat(fileno(tmpfile()), &file);
    say("the date of a new file", is_near(time(NULL), file.st_mtime));
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    say("no date", monotonic.tv_sec < 3650 * 24 * 3600);
    sem_init(&never, 0, 0);
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += 5;
    sem_timedwait(&never, &at);
    put("five seconds later");
    at.tv_sec -= 20;
    sem_timedwait(&never, &at);
    put("over");
    if (fork() == 0) {
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &(struct timespec){ time(NULL) + 7, 0 },
                        NULL);
        say("the date of a new file in a child", is_near(time(NULL), file.st_mtime));
        exit(0);
    }
    wait(NULL);
    put("child");
}

static volatile sig_atomic_t is_over;

static void set_over(int sig)
{
    is_over = sig;
}

static void do_compute(void)
{
    signal(SIGALRM, set_over);
    ualarm(600000, 0);
    while (!is_over)
        continue;
    put("alarm");
}

/* With some calls, but none that waits. */
static void *compute_until_over(void *arg)
{
    while (!is_over) {
        signal(SIGUSR1, SIG_IGN);
        for (volatile unsigned i = 0; i < 10000; i++)
            continue;
    }
    put("seen");
    return arg;
}

static void do_compute_in_thread(void)
{
    pthread_t id = start(compute_until_over, NULL);
    usleep(600000);
    is_over = 1;
    pthread_join(id, NULL);
}

static atomic_bool is_done;

static void *set_done(void *arg)
{
    sleep(1);
    is_done = true;
    return arg;
}

static void do_yield(void)
{
    in_thread(set_done, NULL);
    while (!is_done)
        sched_yield();
    put("done");
}

static void do_counter(void)
{
#ifdef __x86_64__
    unsigned cpu;
    unsigned long long before = __rdtsc();
    sleep(10);
    printf("%.0f\n", (double)(__rdtsc() - before) / 1e9);
    printf("%.0f\n", (double)(__rdtscp(&cpu) - before) / 1e9);
#else
    puts("10\n10");
#endif
}

static void do_timerfd(void)
{
    struct timespec ts;
    uint64_t count = 0;
    int fd = timerfd_create(CLOCK_REALTIME, 0);
    clock_gettime(CLOCK_REALTIME, &ts);
    timerfd_settime(fd, TFD_TIMER_ABSTIME,
                    &(struct itimerspec){ .it_value = { ts.tv_sec + 20, ts.tv_nsec } }, NULL);
    if (read(fd, &count, sizeof count) == sizeof count)
        put("timer");
}

static void do_embedded(void)
{
    struct epoll_event e = { .events = EPOLLIN };
    int inner = epoll_create1(0), outer = epoll_create1(0), fd = eventfd(0, 0);
    epoll_ctl(inner, EPOLL_CTL_ADD, fd, &e);
    epoll_ctl(outer, EPOLL_CTL_ADD, inner, &e);
    if (fork() == 0) {
        sleep(15);
        _exit(eventfd_write(fd, 1));
    }
    printf("%d\n", epoll_wait(outer, &e, 1, -1));
    put("event");
}

static void do_forever(void)
{
    pthread_mutex_lock(&mutex);
    puts("before");
    pthread_mutex_lock(&mutex);
}

static void do_abort(void)
{
    sleep(1);
    abort();
}

static const struct {
    const char *name;
    void (*run)(void);
} actions[] = {
    { "child", do_child },
    { "fork", do_fork },
    { "kill", do_kill },
    { "system", do_system },
    { "pipe", do_pipe },
    { "socket", do_socket },
    { "pty", do_pty },
    { "pidfd", do_pidfd },
    { "inotify", do_inotify },
    { "read", do_read },
    { "write", do_write },
    { "locks", do_locks },
    { "once", do_once },
    { "futex", do_futex },
    { "eintr", do_eintr },
    { "spin", do_spin },
    { "long-spin", do_long_spin },
    { "date", do_date },
    { "compute", do_compute },
    { "compute-in-thread", do_compute_in_thread },
    { "yield", do_yield },
    { "counter", do_counter },
    { "timerfd", do_timerfd },
    { "embedded", do_embedded },
    { "forever", do_forever },
    { "timed-lock", do_timed_lock },
    { "environment", do_environment },
    { "signal", do_signal_from_child },
    { "abort", do_abort },
    { "shared-semaphore", do_shared_semaphore },
    { "shared-condition", do_shared_condition },
    { "shared-barrier", do_shared_barrier },
    { "jump", do_jump },
    { "jump-in-thread", do_jump_in_thread },
    { "stream", do_stream },
    { "stream-format", do_stream_format },
    { "streams", do_streams },
    { "named-pipe", do_named_pipe },
    { "aio", do_aio },
    { "select", do_select },
    { "last-thread", do_last_thread },
    { "jump-often", do_jump_often },
    { "small-stack", do_small_stack },
    { "handler-stack", do_handler_stack },
    { "fault", do_fault },
    { "many-threads", do_many_threads },
    { "cpu-clock", do_cpu_clock },
    { "pwait2", do_pwait2 },
    { "ready", do_ready },
    { "look", do_look },
    { "ping-pong", do_ping_pong },
    { "wrong-end", do_wrong_end },
    { "ring", do_ring },
    { "ring-polled", do_ring_polled },
    { "c11", do_c11 },
    { "too-much", do_too_much },
    { "queues", do_queues },
    { "busy-listener", do_busy_listener },
    { "file-lock", do_file_lock },
    { "several-datagrams", do_several_datagrams },
    { "timed-join", do_timed_join },
    { "cancel", do_cancel },
    { "kill-thread", do_kill_thread },
    { "stop-process", do_stop_process },
    { "clock-lock", do_clock_lock },
    { "tries", do_tries },
    { "popen", do_popen },
    { "direct", do_direct },
    { "pty-by-epoll", do_pty_by_epoll },
    { "slow-connection", do_slow_connection },
    { "held-back", do_held_back },
    { "held-back-from-child", do_held_back_from_child },
};

int main(int argc, char **argv)
{
    began = now();
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (argc > 1 && strcmp(argv[1], actions[i].name) == 0) {
            actions[i].run();
            return 0;
        }
    return 2;
}
