/* inside.h - how the parts of the reference loop see each other. Not for others.
 *
 *   loop.c      run modes, the order of the phases, pending, closing
 *   handle.c    what all handles have: references, stopping, closing
 *   timers.c    the timers phase            heap.c   its order
 *   watchers.c  idle, prepare and check
 *   poll.c      descriptors and the wait
 *   async.c     wake-ups from other threads
 *   pool.c      jobs on worker threads
 *   policy.c    where versions differ */
#ifndef LOOP_INSIDE_H
#define LOOP_INSIDE_H
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include "loop/heap.h"
#include "loop/list.h"
#include "loop/loop.h"

/* A descriptor that the loop wants to hear of. */
struct descriptor {
    int fd;
    uint32_t wanted;     /* EPOLL*; 0 while stopped */
    uint32_t registered; /* what the kernel knows */
    struct list link;    /* in loop->unregistered while the two differ */
    void (*ready)(struct loop *loop, struct descriptor *d, uint32_t events);
};

/* A flag that any thread may raise and the loop's thread takes down in poll. */
struct wakeup {
    struct list link; /* in loop->wakeups */
    atomic_bool sent;
    void (*run)(struct loop *loop, struct wakeup *w);
};

/* A callback that a request left behind when it was already done on submission. */
struct pending {
    struct list link; /* in loop->pending; must be initialised */
    void (*run)(struct loop *loop, struct pending *p);
};

struct timer {
    struct heap_node node; /* in loop->timers while active */
    uint64_t deadline_ms, repeat_ms;
    bool was_started;
};

struct loop_handle {
    struct loop *loop;
    loop_callback *callback, *closed;
    void *arg;      /* of both */
    uint32_t kind;  /* enum loop_kind */
    uint32_t state; /* LOOP_IS_* */
    struct loop_handle *next_closing;
    struct list link; /* watchers: in the queue of their kind; timers: on the ready list */
    union {
        struct timer timer;
        struct descriptor poll;
        struct wakeup async;
    };
};

struct loop {
    struct loop_policy policy;
    uint64_t now_ms;        /* the cached clock */
    bool is_stopped;        /* a stop was asked for */
    size_t active_handles;  /* active and referenced */
    size_t active_requests; /* not yet reported */
    size_t open_handles;    /* made and not yet closed */

    struct heap timers;
    uint64_t timers_started;               /* gives each start its place among equals */
    struct list watchers[LOOP_KIND_COUNT]; /* idle, prepare, check: newest first */
    struct list pending;
    struct loop_handle *closing; /* newest first */

    int epoll_fd;
    struct descriptor **by_fd; /* who watches it, or NULL */
    size_t by_fd_room;
    struct list unregistered;  /* descriptors to tell the kernel about before the wait */
    struct epoll_event *batch; /* what the running wait brought and is not yet reported */
    size_t batch_count;

    struct descriptor wake; /* an eventfd: makes the wait return for a wake-up */
    struct list wakeups;    /* in order of creation */

    uint32_t workers;
    struct wakeup jobs_done; /* raised when `done` was added to */
    pthread_mutex_t done_lock;
    struct list done; /* requests in finishing order; under done_lock */
};

/* handle.c: a handle counts while it is both active and referenced. */
static inline void handle_activate(struct loop_handle *h)
{
    if (h->state & LOOP_IS_ACTIVE)
        return;
    h->state |= LOOP_IS_ACTIVE;
    if (h->state & LOOP_IS_REFERENCED)
        h->loop->active_handles++;
}

static inline void handle_deactivate(struct loop_handle *h)
{
    if (!(h->state & LOOP_IS_ACTIVE))
        return;
    h->state &= ~(uint32_t)LOOP_IS_ACTIVE;
    if (h->state & LOOP_IS_REFERENCED)
        h->loop->active_handles--;
}

/* loop.c */
void loop_pend(struct loop *loop, struct pending *p); /* once, however often it is asked */
void handles_close(struct loop *loop);                /* handle.c: the closing phase */

/* timers.c */
void timers_run(struct loop *loop); /* on the cached clock */
int timers_wait_ms(const struct loop *loop);
int timer_stop(struct loop_handle *h);

/* watchers.c */
void watchers_run(struct loop *loop, enum loop_kind kind);
int watcher_stop(struct loop_handle *h);

/* poll.c */
void descriptor_start(struct loop *loop, struct descriptor *d, uint32_t events);
void descriptor_stop(struct loop *loop, struct descriptor *d);
int poll_init(struct loop_handle *h, int fd); /* 0 or a negative errno */
int poll_stop(struct loop_handle *h);
void poll_wait(struct loop *loop, int timeout_ms);

/* async.c */
int wakeups_init(struct loop *loop); /* 0, or -1 with errno */
void wakeup_add(struct loop *loop, struct wakeup *w);
void wakeup_send(struct loop *loop, struct wakeup *w); /* from any thread */
void async_init(struct loop_handle *h);
int async_stop(struct loop_handle *h);

/* pool.c */
void requests_report(struct loop *loop, struct wakeup *w);
#endif
