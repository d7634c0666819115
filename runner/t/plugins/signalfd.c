/* signalfd.c - a loop that blocks the signals which it watches and reads them by a signalfd,
 * written from src/backend/README.md. It waits in ppoll(), for what is left of its first timer to the
 * nanosecond. Asked for `single`, it takes one watcher of signals, as ell 0.56 does. */
#include <loopspec/backend.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S  1000000000ull
#define NS_PER_MS 1000000ull

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    enum loop_kind kind;
    int signal, active, gone;
    uint64_t due_ns;
    loop_callback *callback;
    void *arg;
};

struct loop {
    int signals;
    bool is_single;
    sigset_t before; /* what was blocked when it was opened */
    struct loop_handle *handles;
    int calling; /* handles that are closed meanwhile are freed later */
};

static uint64_t clock_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

static const char *version(void)
{
    return "0.5";
}

/* Block what is watched, and nothing else than before. */
static void watch_signals(struct loop *loop)
{
    sigset_t watched, blocked = loop->before;
    sigemptyset(&watched);
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_SIGNAL && h->active) {
            sigaddset(&watched, h->signal);
            sigaddset(&blocked, h->signal);
        }
    signalfd(loop->signals, &watched, 0);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    sigset_t none;
    (void)error;
    (void)size;
    struct loop *loop = calloc(1, sizeof *loop);
    loop->is_single = strcmp(config->args, "single") == 0;
    sigemptyset(&none);
    loop->signals = signalfd(-1, &none, SFD_CLOEXEC | SFD_NONBLOCK);
    pthread_sigmask(SIG_BLOCK, &none, &loop->before);
    return loop;
}

static int close_loop(struct loop *loop)
{
    if (loop->handles)
        return -EBUSY;
    close(loop->signals);
    free(loop);
    return 0;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    (void)fd;
    struct loop_handle *h = calloc(1, sizeof *h);
    *h = (struct loop_handle){
        .loop = loop, .next = loop->handles, .kind = kind, .callback = callback, .arg = arg
    };
    loop->handles = h;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    uint64_t now = clock_ns();
    (void)repeat_ms; /* not declared */
    h->due_ns = after_ms > (UINT64_MAX - now) / NS_PER_MS ? UINT64_MAX : now + after_ms * NS_PER_MS;
    h->active = 1;
    return 0;
}

static int signal_start(struct loop_handle *h, int signal)
{
    for (const struct loop_handle *other = h->loop->handles; other; other = other->next)
        if (h->loop->is_single && other->kind == LOOP_SIGNAL && other->active && other != h)
            return -EINVAL;
    h->signal = signal;
    h->active = 1;
    watch_signals(h->loop);
    return 0;
}

static int handle_stop(struct loop_handle *h)
{
    h->active = 0;
    if (h->kind == LOOP_SIGNAL)
        watch_signals(h->loop);
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    return (h->active ? LOOP_IS_ACTIVE : 0u) | LOOP_IS_REFERENCED;
}

static void free_gone(struct loop *loop)
{
    for (struct loop_handle **link = &loop->handles; *link;) {
        struct loop_handle *h = *link;
        if (h->gone && !loop->calling) {
            *link = h->next;
            free(h);
        } else {
            link = &h->next;
        }
    }
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    (void)closed; /* not declared */
    handle_stop(h);
    h->gone = 1;
    free_gone(h->loop);
}

static struct loop_handle *first_timer(const struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->kind == LOOP_TIMER && h->active && (!first || h->due_ns <= first->due_ns))
            first = h; /* the newest stand first: of equal ones the oldest is last */
    return first;
}

static int is_alive(const struct loop *loop)
{
    for (const struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->active)
            return 1;
    return 0;
}

static void call(struct loop_handle *h, int status)
{
    struct loop *loop = h->loop;
    loop->calling++;
    h->callback(h->arg, status);
    loop->calling--;
}

static void tell_signals(struct loop *loop)
{
    struct signalfd_siginfo info;
    loop->calling++;
    while (read(loop->signals, &info, sizeof info) == (ssize_t)sizeof info)
        for (struct loop_handle *h = loop->handles; h; h = h->next)
            if (h->kind == LOOP_SIGNAL && h->active && h->signal == (int)info.ssi_signo)
                call(h, h->signal);
    loop->calling--;
}

static void wait_for(struct loop *loop)
{
    const struct loop_handle *first = first_timer(loop);
    uint64_t now = clock_ns(), ns = first && first->due_ns > now ? first->due_ns - now : 0;
    struct timespec left = { (time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S) };
    struct pollfd pfd = { loop->signals, POLLIN, 0 };
    if (ppoll(&pfd, 1, first ? &left : NULL, NULL) > 0)
        tell_signals(loop);
}

static int run(struct loop *loop, enum loop_mode mode)
{
    (void)mode; /* not declared: but for the default */
    while (is_alive(loop)) {
        wait_for(loop);
        uint64_t now = clock_ns();
        for (struct loop_handle *h; (h = first_timer(loop)) && h->due_ns <= now;) {
            h->active = 0;
            call(h, 0);
        }
        free_gone(loop);
    }
    return 0;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_SIGNAL | LOOP_CAN_ENDS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "signalfd",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .signal_start = signal_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
