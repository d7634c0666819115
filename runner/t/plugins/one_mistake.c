/* one_mistake.c - the template's loop behind an adapter that makes one mistake. Its argument says
 * which: ./one_mistake.so:forgets-a-restart. Without one it makes none. */
#define loopspec_backend sound_backend
#include "../../../src/adapter/template.c" /* NOLINT(bugprone-suspicious-include): the same loop */
#undef loopspec_backend

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The template's loop, with the mistake behind it. */
struct one_mistake {
    struct loop loop;
    char mistake[40];
};

static int makes(const struct loop *loop, const char *mistake)
{
    return strcmp(((const struct one_mistake *)loop)->mistake, mistake) == 0;
}

static struct loop *open_mistaken(const struct loop_config *config, char *error, size_t size)
{
    struct loop_config plain = *config;
    plain.args = "";
    struct loop *loop = open_loop(&plain, error, size);
    struct one_mistake *m = loop ? realloc(loop, sizeof *m) : NULL;
    if (!m) {
        free(loop);
        return NULL;
    }
    snprintf(m->mistake, sizeof m->mistake, "%s", config->args);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    if (makes(&m->loop, "blocks-a-signal"))
        pthread_sigmask(SIG_BLOCK, &one, NULL);
    if (makes(&m->loop, "leaves-a-descriptor"))
        (void)!dup(0);
    return &m->loop;
}

/* No mistake: while it has idle handles, this loop looks at the clock and at nothing else. */
static void run_by_the_clock(struct loop *loop)
{
    while (alive(loop) && !loop->stopping) {
        if (how_long(loop, LOOP_DEFAULT) > 0) {
            run_iteration(loop, LOOP_DEFAULT);
            continue;
        }
        call_all(loop, LOOP_IDLE);
        update_time(loop);
        call_timers(loop);
        call_closed(loop);
    }
}

static int run_mistaken(struct loop *loop, enum loop_mode mode)
{
    if (makes(loop, "nowait-waits") && mode == LOOP_NOWAIT)
        mode = LOOP_ONCE;
    if (makes(loop, "once-goes-on") && mode == LOOP_ONCE)
        mode = LOOP_DEFAULT;
    if (makes(loop, "idles-by-the-clock"))
        run_by_the_clock(loop);
    int left = run(loop, mode);
    if (makes(loop, "says-nothing-is-left"))
        return 0;
    return makes(loop, "says-something-is-left") ? 1 : left;
}

static void stop_mistaken(struct loop *loop)
{
    if (!makes(loop, "stop-is-lost"))
        stop(loop);
}

static int alive_mistaken(struct loop *loop)
{
    return makes(loop, "alive-by-handles") ? loop->handles != NULL : alive(loop);
}

static uint64_t now_mistaken(struct loop *loop)
{
    return makes(loop, "clock-in-seconds") ? now(loop) / 1000 : now(loop);
}

static int start_mistaken(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms)
{
    if (makes(h->loop, "delay-in-microseconds")) {
        after_ms /= 1000;
        printf("a timer of %d\n", (int)after_ms);
        fflush(stdout);
    }
    if (makes(h->loop, "zero-at-once") && after_ms == 0) {
        h->callback(h->arg, 0);
        return 0;
    }
    if (makes(h->loop, "repeat-is-ignored"))
        repeat_ms = 0;
    return timer_start(h, after_ms, repeat_ms);
}

/* Between a handle and whoever asked for it, so that something can go wrong after a callback. */
struct call {
    loop_callback *callback, *closed;
    void *arg;
    struct loop_handle *h;
};

static void called(void *arg, int status)
{
    const struct call *c = arg;
    struct loop_handle *h = c->h;
    if (makes(h->loop, "status-is-events") && h->kind == LOOP_POLL)
        status = EPOLLIN;
    c->callback(c->arg, status);
    if (h->kind == LOOP_ASYNC && makes(h->loop, "stays-sent"))
        atomic_store(&h->sent, true);
    if (h->kind == LOOP_TIMER && !h->repeat_ms && makes(h->loop, "forgets-a-restart"))
        h->active = false; /* it was a one-shot, so it is done: but was it started again? */
}

static void closed(void *arg, int status)
{
    struct call *c = arg;
    if (c->closed)
        c->closed(c->arg, status);
    free(c);
}

static struct loop_handle *new_mistaken(struct loop *loop, enum loop_kind kind, int fd,
                                        loop_callback *callback, void *arg)
{
    struct call *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->callback = callback;
    c->arg = arg;
    c->h = handle_new(loop, kind, fd, callback ? called : NULL, c);
    if (c->h)
        return c->h;
    free(c);
    return NULL;
}

static int again_mistaken(struct loop_handle *h)
{
    return makes(h->loop, "again-is-once") ? timer_start(h, h->repeat_ms, 0) : timer_again(h);
}

static int poll_mistaken(struct loop_handle *h, unsigned events)
{
    struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.ptr = h };
    if (makes(h->loop, "events-stay") && h->active)
        return 0;
    if (!makes(h->loop, "edge-triggered") || !(events & LOOP_READABLE))
        return poll_start(h, events);
    h->active = true;
    return epoll_ctl(h->loop->epoll, EPOLL_CTL_ADD, h->fd, &event) < 0 ? -errno : 0;
}

static int send_mistaken(struct loop_handle *h)
{
    if (makes(h->loop, "wake-up-on-the-wrong-thread")) {
        h->callback(h->arg, 0);
        return 0;
    }
    if (makes(h->loop, "wake-up-without-a-wake")) {
        atomic_store(&h->sent, true);
        return 0;
    }
    return async_send(h);
}

static int stop_handle_mistaken(struct loop_handle *h)
{
    return makes(h->loop, "handle-stop-is-lost") ? 0 : handle_stop(h);
}

static void ref_mistaken(struct loop_handle *h, int referenced)
{
    if (!makes(h->loop, "unref-is-ignored"))
        handle_ref(h, referenced);
}

static unsigned state_mistaken(struct loop_handle *h)
{
    return makes(h->loop, "state-is-a-constant") ? LOOP_IS_ACTIVE | LOOP_IS_REFERENCED
                                                 : handle_state(h);
}

/* The loop has no priorities. To say so is right, to take one and forget it is not. */
static int priority_mistaken(struct loop_handle *h, int rank)
{
    (void)rank;
    return makes(h->loop, "priority-is-ignored") ? 0 : -ENOTSUP;
}

static void close_mistaken(struct loop_handle *h, loop_callback *then)
{
    struct call *c = h->arg;
    c->closed = then;
    if (makes(h->loop, "close-calls-at-once")) {
        c->closed = NULL;
        if (then)
            then(c->arg, 0);
    }
    if (makes(h->loop, "close-never-calls"))
        c->closed = NULL;
    if (makes(h->loop, "closes-what-it-watched") && h->kind == LOOP_POLL)
        close(h->fd);
    handle_close(h, closed);
}

extern const struct loop_backend loopspec_backend;
const struct loop_backend loopspec_backend = {
    .abi = LOOP_BACKEND_ABI,
    .can = LOOP_CAN_TIMER | LOOP_CAN_REPEAT | LOOP_CAN_IDLE | LOOP_CAN_PREPARE | LOOP_CAN_CHECK |
           LOOP_CAN_POLL | LOOP_CAN_ASYNC | LOOP_CAN_CLOSE | LOOP_CAN_REF | LOOP_CAN_ONCE |
           LOOP_CAN_NOWAIT | LOOP_CAN_STOP | LOOP_CAN_ALIVE | LOOP_CAN_CLOCK | LOOP_CAN_ENDS |
           LOOP_CAN_PRIORITY | LOOP_CAN_POLL_EVENTS | LOOP_CAN_VIRTUAL_CLOCK,
    .name = "one_mistake",
    .version = version,
    .open = open_mistaken,
    .close = close_loop,
    .run = run_mistaken,
    .stop = stop_mistaken,
    .alive = alive_mistaken,
    .now = now_mistaken,
    .update_time = update_time,
    .handle_new = new_mistaken,
    .timer_start = start_mistaken,
    .timer_again = again_mistaken,
    .timer_set_repeat = timer_set_repeat,
    .watch_start = watch_start,
    .poll_start = poll_mistaken,
    .async_send = send_mistaken,
    .handle_stop = stop_handle_mistaken,
    .handle_ref = ref_mistaken,
    .handle_state = state_mistaken,
    .handle_close = close_mistaken,
    .handle_priority = priority_mistaken,
};
