/* hostile.c - a loop with timers that close, and a bad character. Its arguments say what it
 * does, and where: ./hostile.so:crash@timer_start. version() comes before the arguments, so
 * what it does is said in the environment: HOSTILE=crash. */
#include <loopspec/backend.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct loop_handle {
    struct loop *loop;
    struct loop_handle *next;
    loop_callback *callback, *closed;
    void *arg;
    uint64_t due_ms;
    int active, closing;
};

struct loop {
    struct loop_handle *handles;
    uint64_t now_ms;
    int asked; /* how often for the time */
    char deed[32];
};

static void do_deed(const char *what)
{
    if (strcmp(what, "crash") == 0)
        raise(SIGSEGV);
    else if (strcmp(what, "abort") == 0)
        abort();
    else if (strcmp(what, "exit") == 0)
        exit(0);
    else if (strcmp(what, "hang") == 0)
        for (volatile int i = 1; i;)
            continue;
}

/* crash@run: is it now? Returns what the function is to return, if it is: fail@run. */
static int pass_by(const struct loop *loop, const char *function)
{
    const char *at = strchr(loop->deed, '@');
    char what[16];
    if (!at || strcmp(at + 1, function) != 0)
        return 0;
    snprintf(what, sizeof what, "%.*s", (int)(at - loop->deed), loop->deed);
    do_deed(what);
    return strcmp(what, "fail") == 0 ? -EIO : 0;
}

static int is(const struct loop *loop, const char *deed)
{
    return strcmp(loop->deed, deed) == 0;
}

static void update_time(struct loop *loop)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    loop->now_ms = (uint64_t)ts.tv_sec * 1000 + (uint64_t)ts.tv_nsec / 1000000;
    pass_by(loop, "update_time");
}

static uint64_t now(struct loop *loop)
{
    pass_by(loop, "now");
    return is(loop, "clock-goes-back") ? loop->now_ms + 100 - (uint64_t)loop->asked++
                                       : loop->now_ms;
}

static const char *version(void)
{
    const char *deed = getenv("HOSTILE");
    do_deed(deed ? deed : "");
    return "6.6";
}

static struct loop *open_loop(const struct loop_config *config, char *error, size_t size)
{
    struct loop *loop = calloc(1, sizeof *loop);
    (void)error;
    (void)size;
    snprintf(loop->deed, sizeof loop->deed, "%s", config->args);
    pass_by(loop, "open");
    update_time(loop);
    if (is(loop, "leaks")) {
        open("/dev/null", O_RDONLY);
        open("/dev/null", O_RDONLY);
    }
    if (is(loop, "leaks-a-timer"))
        timerfd_create(CLOCK_MONOTONIC, 0);
    if (is(loop, "closes-ours"))
        close(1);
    if (is(loop, "raises-limits"))
        setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 }),
            setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 17, 17 });
    return loop;
}

static int close_loop(struct loop *loop)
{
    pass_by(loop, "close");
    if (is(loop, "stays-busy"))
        return -EBUSY;
    free(loop);
    return 0;
}

static struct loop_handle *handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg)
{
    (void)kind;
    (void)fd;
    pass_by(loop, "handle_new");
    if (is(loop, "garbage-handle"))
        return (struct loop_handle *)0x5a5a5a5a5a5a5a58;
    struct loop_handle *h = calloc(1, sizeof *h);
    h->loop = loop;
    h->callback = callback;
    h->arg = arg;
    h->next = loop->handles;
    loop->handles = h;
    return h;
}

static int timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    (void)repeat_ms;
    if (pass_by(h->loop, "timer_start") < 0)
        return -EIO;
    if (is(h->loop, "calls-inside"))
        h->callback(h->arg, 0);
    h->due_ms = h->loop->now_ms + after_ms - (is(h->loop, "early") ? 1 : 0);
    h->active = 1;
    return is(h->loop, "garbage-result") ? 123456 : 0;
}

static int handle_stop(struct loop_handle *h)
{
    if (pass_by(h->loop, "handle_stop") < 0)
        return -EIO;
    h->active = 0;
    return 0;
}

static unsigned handle_state(struct loop_handle *h)
{
    pass_by(h->loop, "handle_state");
    return h->active ? LOOP_IS_ACTIVE : 0;
}

static void handle_close(struct loop_handle *h, loop_callback *closed)
{
    pass_by(h->loop, "handle_close");
    h->active = 0;
    h->closing = 1;
    h->closed = closed;
}

static struct loop_handle *earliest(struct loop *loop)
{
    struct loop_handle *first = NULL;
    for (struct loop_handle *h = loop->handles; h; h = h->next)
        if (h->active && (!first || h->due_ms < first->due_ms))
            first = h;
    return first;
}

static void *call_from_thread(void *arg)
{
    struct loop_handle *h = arg;
    h->callback(h->arg, 0);
    return NULL;
}

static void call(struct loop_handle *h)
{
    pthread_t thread;
    if (is(h->loop, "calls-from-a-thread")) {
        pthread_create(&thread, NULL, call_from_thread, h);
        pthread_join(thread, NULL);
        return;
    }
    h->callback(h->arg, 0);
    if (is(h->loop, "calls-twice"))
        h->callback(h->arg, 0);
}

static void finish_closing(struct loop *loop)
{
    for (struct loop_handle **link = &loop->handles; *link;) {
        struct loop_handle *h = *link;
        if (!h->closing) {
            link = &h->next;
            continue;
        }
        *link = h->next;
        if (h->closed)
            h->closed(h->arg, 0);
        if (is(loop, "calls-after-close"))
            h->callback(h->arg, 0);
        if (is(loop, "closes-twice") && h->closed)
            h->closed(h->arg, 0);
        free(h);
        link = &loop->handles;
    }
}

static int run(struct loop *loop, enum loop_mode mode)
{
    struct loop_handle *h;
    (void)mode;
    if (pass_by(loop, "run") < 0)
        return -EIO;
    finish_closing(loop);
    while ((h = earliest(loop))) {
        update_time(loop);
        if (h->due_ms > loop->now_ms)
            poll(NULL, 0, (int)(h->due_ms - loop->now_ms));
        update_time(loop);
        h->active = 0;
        call(h);
        finish_closing(loop);
    }
    return 0;
}

const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_CLOSE | LOOP_CAN_CLOCK | LOOP_CAN_ENDS |
           LOOP_CAN_VIRTUAL_CLOCK,
    .name = "hostile",
    .version = version,
    .open = open_loop,
    .close = close_loop,
    .run = run,
    .now = now,
    .update_time = update_time,
    .handle_new = handle_new,
    .timer_start = timer_start,
    .handle_stop = handle_stop,
    .handle_state = handle_state,
    .handle_close = handle_close,
};
