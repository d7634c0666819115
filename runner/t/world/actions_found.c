#include "actions.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- what processes share ---- */

static struct shared {
    sem_t semaphore;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_barrier_t barrier;
    int value;
} * shared;

static void share(void)
{
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    pthread_barrierattr_t of_barrier;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(&shared->semaphore, 1, 0);
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &of_mutex);
    pthread_condattr_init(&of_condition);
    pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->condition, &of_condition);
    pthread_barrierattr_init(&of_barrier);
    pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->barrier, &of_barrier, 2);
}

void do_shared_semaphore(void)
{
    share();
    if (fork() == 0) {
        sleep(4);
        sem_post(&shared->semaphore);
        sleep(4);
        _exit(0);
    }
    sem_wait(&shared->semaphore);
    put("posted");
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    printf("%d\n", sem_timedwait(&shared->semaphore, &until));
    put("over");
    wait(NULL);
    put("ended");
}

void do_shared_condition(void)
{
    share();
    if (fork() == 0) {
        sleep(3);
        pthread_mutex_lock(&shared->mutex);
        shared->value = 1;
        pthread_cond_signal(&shared->condition);
        sleep(2);
        pthread_mutex_unlock(&shared->mutex);
        _exit(0);
    }
    pthread_mutex_lock(&shared->mutex);
    while (shared->value == 0)
        pthread_cond_wait(&shared->condition, &shared->mutex);
    put("signalled");
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 7;
    int error = pthread_cond_timedwait(&shared->condition, &shared->mutex, &until);
    printf("%s\n", strerror(error));
    put("over");
    pthread_mutex_unlock(&shared->mutex);
    printf("%d\n", pthread_cond_destroy(&shared->condition));
}

void do_shared_barrier(void)
{
    share();
    if (fork() == 0) {
        sleep(5);
        pthread_barrier_wait(&shared->barrier);
        pthread_barrier_wait(&shared->barrier);
        _exit(0);
    }
    pthread_barrier_wait(&shared->barrier);
    put("first");
    sleep(5);
    pthread_barrier_wait(&shared->barrier);
    put("second");
}

/* ---- handlers that do not return ---- */

static sigjmp_buf place;

static void jump(int sig)
{
    siglongjmp(place, sig);
}

/* The usual time-out of old programs. Afterwards the program goes on as if nothing had been. */
void do_jump(void)
{
    int end[2];
    char c;
    struct sigaction act = { .sa_handler = jump, .sa_flags = SA_RESTART };
    sigaction(SIGALRM, &act, NULL);
    if (pipe(end) < 0)
        return;
    for (int i = 0; i < 3; i++) {
        if (sigsetjmp(place, 1) == 0) {
            alarm(5);
            (void)!read(end[0], &c, 1);
        }
        put("timed out");
        sleep(1);
    }
    pid_t child = fork();
    if (child == 0) {
        sleep(2);
        kill(getppid(), SIGALRM);
        sleep(2);
        _exit(3);
    }
    int status = 0;
    if (sigsetjmp(place, 1) == 0)
        waitpid(child, &status, 0);
    put("signalled");
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    put("ended");
}

static void *sleep_on(void *arg)
{
    for (int i = 0; i < 4; i++) {
        sleep(2);
        put("other");
    }
    return arg;
}

/* The turn is another thread's when the signal comes. */
void do_jump_in_thread(void)
{
    pthread_t other;
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigaction(SIGALRM, &(struct sigaction){ .sa_handler = jump }, NULL);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL); /* not to the other thread */
    pthread_create(&other, NULL, sleep_on, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    if (sigsetjmp(place, 1) == 0) {
        alarm(3);
        pause();
    }
    put("timed out");
    pthread_join(other, NULL);
    put("joined");
}

static _Thread_local sigjmp_buf own_place;
static _Thread_local volatile sig_atomic_t may_jump;
static atomic_bool is_over;
static atomic_uint inside, overlaps;

static void jump_away(int sig)
{
    if (may_jump) {
        may_jump = 0;
        siglongjmp(own_place, sig);
    }
}

/* Threads take turns, so that no two are here at once. */
static void have_the_turn(void)
{
    overlaps += inside++ > 0;
    for (volatile int i = 0; i < 1000; i++)
        continue;
    inside--;
}

static void *wait_and_jump(void *arg)
{
    while (!is_over) {
        if (sigsetjmp(own_place, 1) == 0) {
            may_jump = 1;
            usleep(1000);
            may_jump = 0;
        }
        have_the_turn();
        if (!arg && waitpid(-1, NULL, WNOHANG) > 0)
            is_over = true;
    }
    return NULL;
}

/* Signals come at any moment of a wait, also while the turn is handed over. */
void do_jump_often(void)
{
    enum { SIGNALS = 3000 };
    pthread_t other;
    pid_t parent = getpid();
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = jump_away }, NULL);
    if (fork() == 0) {
        for (int i = 0; i < SIGNALS; i++) {
            kill(parent, SIGUSR1);
            for (volatile int k = 0; k < i % 64 * 100; k++)
                continue;
            if (i % 16 == 0)
                usleep(700);
        }
        _exit(0);
    }
    pthread_create(&other, NULL, wait_and_jump, &other);
    wait_and_jump(NULL);
    pthread_join(other, NULL);
    printf("%u overlaps\n", overlaps);
}

/* ---- threads ---- */

static void *sleep_a_second(void *arg)
{
    sleep(1);
    return arg;
}

void do_small_stack(void)
{
    pthread_t id[3];
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], &attr, sleep_a_second, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(id[i], NULL);
    put("joined");
}

static void sleep_in_handler(int sig)
{
    (void)sig;
    sleep(1);
}

/* What lies below the stack of a handler is somebody else's. */
void do_handler_stack(void)
{
    static char memory[64 * 1024];
    size_t size = (size_t)sysconf(_SC_MINSIGSTKSZ) + 1024, used = 0;
    stack_t stack = { .ss_sp = memory + sizeof memory - size, .ss_size = size }, seen;
    sigaltstack(&stack, NULL);
    sigaltstack(NULL, &seen);
    sigaction(SIGUSR1,
              &(struct sigaction){ .sa_handler = sleep_in_handler, .sa_flags = SA_ONSTACK }, NULL);
    raise(SIGUSR1);
    for (size_t i = 0; i < sizeof memory - size; i++)
        used += memory[i] != 0;
    printf("%s, %zu bytes of others\n", seen.ss_sp == stack.ss_sp ? "its own" : "another", used);
    put("called");
}

static int end_of_fault(void (*handler)(int))
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGSEGV, handler);
        raise(SIGSEGV);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* SIGSEGV is also how the world sees that a program reads the time stamp counter. */
void do_fault(void)
{
    printf("default: %d, ignored: %d\n", end_of_fault(SIG_DFL), end_of_fault(SIG_IGN));
}

/* More than the world has room for at a time, joined or not. */
void do_many_threads(void)
{
    int failed = 0;
    for (int i = 0; i < 2500; i++) {
        pthread_t id;
        failed += pthread_create(&id, NULL, sleep_a_second, NULL) != 0;
        if (i % 100 != 99)
            pthread_detach(id);
        else
            pthread_join(id, NULL);
    }
    printf("%d failed\n", failed);
    put("done");
}

/* ---- clocks and waits ---- */

static uint64_t cpu_ms(clockid_t clock)
{
    struct timespec ts;
    clock_gettime(clock, &ts);
    return (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
}

/* A processor's time does not pass while a program sleeps; and it is the real one, so that a loop
 * that waits for it comes to an end. */
void do_cpu_clock(void)
{
    uint64_t process = cpu_ms(CLOCK_PROCESS_CPUTIME_ID), thread = cpu_ms(CLOCK_THREAD_CPUTIME_ID);
    sleep(1000);
    puts(cpu_ms(CLOCK_PROCESS_CPUTIME_ID) - process < 900000 ? "little" : "a lot");
    puts(cpu_ms(CLOCK_THREAD_CPUTIME_ID) - thread < 900000 ? "little" : "a lot");
    put("slept");
    while (cpu_ms(CLOCK_PROCESS_CPUTIME_ID) < process + 20)
        continue;
    puts("worked");
}

static void note(int sig)
{
    (void)sig;
    put("handler");
}

static void *count_up(void *arg)
{
    sleep(3);
    eventfd_write(*(int *)arg, 1);
    return NULL;
}

/* A time-out that has nanoseconds, none at all, and a mask that lets a signal in. */
void do_pwait2(void)
{
    struct epoll_event e = { .events = EPOLLIN };
    sigset_t alarms, none;
    int ep = epoll_create1(0), fd = eventfd(0, EFD_NONBLOCK);
    double before = now();
    epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
    printf("%d\n", epoll_pwait2(ep, &e, 1, &(struct timespec){ 2, 500000001 }, NULL));
    printf("%.9f\n", now() - before);
    in_thread(count_up, &fd);
    printf("%d\n", epoll_pwait2(ep, &e, 1, NULL, NULL));
    printf("%.0f\n", now() - before);
    eventfd_read(fd, &(eventfd_t){ 0 });
    sigemptyset(&none);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigaction(SIGALRM, &(struct sigaction){ .sa_handler = note }, NULL);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    alarm(4);
    printf("%d", epoll_pwait2(ep, &e, 1, &(struct timespec){ 3, 0 }, NULL));
    printf(" %d", epoll_pwait2(ep, &e, 1, &(struct timespec){ 3, 0 }, &none));
    printf(" %s\n", strerror(errno));
    printf("%d", epoll_pwait2(ep, &e, 1, &(struct timespec){ 0, 1000000000 }, NULL));
    printf(" %s\n", strerror(errno));
}

/* What is always ready, from the first instant on, must not keep a timer from being due. */
void do_ready(void)
{
    struct epoll_event e = { .events = EPOLLIN };
    uint64_t count;
    int ep = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    epoll_ctl(ep, EPOLL_CTL_ADD, eventfd(1, 0), &e);
    timerfd_settime(timer, 0, &(struct itimerspec){ .it_value = { 1, 0 } }, NULL);
    while (read(timer, &count, sizeof count) < 0)
        epoll_wait(ep, &e, 1, -1);
    put("due");
}

/* A loop that looks without waiting and does something each time, for a while. */
void do_look(void)
{
    struct epoll_event e = { .events = EPOLLIN };
    int ep = epoll_create1(0);
    unsigned long looks = 0;
    for (double until = now() + 20; now() < until; looks++)
        if (epoll_wait(ep, &e, 1, 0) != 0)
            puts("found");
    puts(looks < 2000000 ? "quickly" : "slowly");
}

/* Two processes answer each other until a clock says that it is enough. */
void do_ping_pong(void)
{
    int end[2];
    char c = 'x';
    double until = now() + 2;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) < 0)
        return;
    if (fork() == 0) {
        close(end[0]);
        struct pollfd p = { end[1], POLLIN, 0 };
        while (poll(&p, 1, -1) == 1 && read(end[1], &c, 1) == 1)
            (void)!write(end[1], &c, 1);
        _exit(0);
    }
    close(end[1]);
    for (struct pollfd p = { end[0], POLLIN, 0 }; now() < until;) {
        if (write(end[0], &c, 1) != 1 || poll(&p, 1, -1) != 1 || read(end[0], &c, 1) != 1)
            puts("no answer");
    }
    put("enough");
}

/* ---- io_uring ---- */

struct ring {
    int fd;
    char *sq, *cq;
    struct io_uring_sqe *sqe;
    struct io_uring_params p;
};

static atomic_uint *word(char *base, unsigned offset)
{
    return (atomic_uint *)(void *)(base + offset);
}

static int open_ring(struct ring *r, unsigned flags)
{
    *r = (struct ring){ .p = { .flags = flags, .sq_thread_idle = 100 } };
    r->fd = (int)syscall(SYS_io_uring_setup, 8, &r->p);
    if (r->fd < 0)
        return -1;
    r->sq = mmap(NULL, r->p.sq_off.array + 8 * 4, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                 r->fd, IORING_OFF_SQ_RING);
    r->cq = mmap(NULL, r->p.cq_off.cqes + r->p.cq_entries * sizeof(struct io_uring_cqe),
                 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, r->fd, IORING_OFF_CQ_RING);
    r->sqe = mmap(NULL, 8 * sizeof *r->sqe, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                  r->fd, IORING_OFF_SQES);
    return 0;
}

/* Ask for a write of one byte. */
static void submit(struct ring *r, int fd)
{
    static const char byte = 'x';
    unsigned tail = *word(r->sq, r->p.sq_off.tail), i = tail & 7;
    r->sqe[i] = (struct io_uring_sqe){
        .opcode = IORING_OP_WRITE, .fd = fd, .addr = (uintptr_t)&byte, .len = 1, .off = (uint64_t)-1
    };
    ((unsigned *)(void *)(r->sq + r->p.sq_off.array))[i] = i;
    *word(r->sq, r->p.sq_off.tail) = tail + 1;
}

static void take(struct ring *r)
{
    unsigned head = *word(r->cq, r->p.cq_off.head);
    const struct io_uring_cqe *c = (struct io_uring_cqe *)(void *)(r->cq + r->p.cq_off.cqes);
    printf("%d\n", c[head & (r->p.cq_entries - 1)].res);
    *word(r->cq, r->p.cq_off.head) = head + 1;
}

/* Nobody but the kernel is at work while the program waits for the ring's descriptor; its deadline
 * must not come before the kernel's answer. */
static void write_by(struct ring *r)
{
    int end[2], ep = epoll_create1(0);
    struct epoll_event e = { .events = EPOLLIN };
    epoll_ctl(ep, EPOLL_CTL_ADD, r->fd, &e);
    for (int i = 0; i < 200 && pipe(end) == 0; i++) {
        submit(r, end[1]);
        if (!(r->p.flags & IORING_SETUP_SQPOLL))
            syscall(SYS_io_uring_enter, r->fd, 1, 0, 0, NULL, 0);
        else if (*word(r->sq, r->p.sq_off.flags) & IORING_SQ_NEED_WAKEUP)
            syscall(SYS_io_uring_enter, r->fd, 0, 0, IORING_ENTER_SQ_WAKEUP, NULL, 0);
        if (epoll_wait(ep, &e, 1, 1000) != 1)
            puts("too late");
        if (i < 1)
            take(r);
        else
            (*word(r->cq, r->p.cq_off.head))++;
        close(end[0]);
        close(end[1]);
    }
    put("written");
}

void do_ring(void)
{
    struct ring r;
    if (open_ring(&r, 0) < 0) {
        puts("no ring");
        return;
    }
    write_by(&r);
    submit(&r, eventfd(0, EFD_NONBLOCK));
    printf("%ld\n", syscall(SYS_io_uring_enter, r.fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0));
    take(&r);
}

void do_ring_polled(void)
{
    struct ring r;
    if (open_ring(&r, IORING_SETUP_SQPOLL) < 0)
        puts("no ring");
    else
        write_by(&r);
}

/* Python's tests do this to see an error. */
void do_wrong_end(void)
{
    char byte = 0;
    int end[2];
    if (pipe(end) < 0)
        return;
    puts(write(end[0], &byte, 1) < 0 && errno == EBADF ? "no write" : "wrong");
    puts(read(end[1], &byte, 1) < 0 && errno == EBADF ? "no read" : "wrong");
}
