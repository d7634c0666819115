/* inside.h - what the parts of the reference loop share. Inner to this folder.
 *
 *   loop.c      run modes, the order of the phases, pending callbacks
 *   handle.c    what all handles have: references, stopping, closing
 *   timers.c    the timers phase            heap.c      the order of timers
 *   watchers.c  idle, prepare and check     async.c     wake-ups from other threads
 *   poll.c      descriptors and the wait
 *   stream.c    reading, and the life of a stream
 *   write.c     writing to a stream         connect.c   connecting one
 *   listener.c  accepting connections       channel.c   handles passed over a stream
 *   datagram.c  receiving datagrams         send.c      sending them
 *   signal.c    signals                     child.c     child processes, by SIGCHLD
 *   request.c   jobs, files and names       pool.c      the threads that execute them
 *   watch.c     watched files, by inotify   inspect.c   by examining them again
 *   names.c     paths, addresses and options of a handle
 *   answers.c   answers to the questions of `ask`, which need no loop
 *   metrics.c   events and idle time        policy.c    where versions differ */
#ifndef LOOP_INSIDE_H
#define LOOP_INSIDE_H
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include "loop/heap.h"
#include "loop/list.h"
#include "loop/loop.h"

struct stat;

/* A descriptor that the loop watches with epoll. */
struct descriptor {
    int fd;
    uint32_t wanted;     /* EPOLL* bits to watch for; 0 while stopped */
    uint32_t registered; /* EPOLL* bits that the kernel was given */
    struct list link;    /* in loop->unregistered while the two differ */
    void (*ready)(struct loop *loop, struct descriptor *d, uint32_t events);
};

/* A flag that any thread may raise and the loop's thread takes down in poll. */
struct wakeup {
    struct list link; /* in loop->wakeups */
    atomic_bool sent;
    void (*run)(struct loop *loop, struct wakeup *w);
};

/* A callback for an operation that was already done when it was submitted. */
struct pending {
    struct list link; /* in loop->pending; must be initialised */
    void (*run)(struct loop *loop, struct pending *p);
};

struct timer {
    struct heap_node node; /* in loop->timers while active */
    uint64_t deadline_ms, repeat_ms;
    bool was_started;
};

/* An operation of a stream that happens once (connect, shutdown), and its callback. */
struct call {
    loop_callback *done; /* NULL while there is none */
    void *arg;
};

enum stream_flag {
    STREAM_IS_READABLE = 1,
    STREAM_IS_WRITABLE = 2,
    STREAM_IS_READING = 4,
    STREAM_HAS_ENDED = 8,     /* the other side has sent its end */
    STREAM_HAS_SHORTAGE = 16, /* the latest read did not fill its buffer */
    STREAM_IS_SHUT = 32,
    STREAM_IS_CHANNEL = 64, /* handles can be passed over it */
};

struct stream {
    struct descriptor io; /* fd is -1 before the socket is made and after it is closed */
    /* Queued here, it counts as writable although the kernel did not say so. */
    struct pending pending;
    uint32_t flags; /* STREAM_* */
    char *buffer;
    size_t buffer_size;
    struct list writes;  /* not yet sent, or only partly */
    struct list written; /* sent or failed; their callbacks are still to come */
    size_t unwritten;    /* bytes not yet sent, and those of failed writes until their callbacks */
    struct call connect, shutdown;
    int connect_error; /* found in the call, for the callback to report */
    int *passed;       /* received descriptors that the user has not accepted yet */
    size_t passed_count, passed_room;
};

struct listener {
    struct descriptor io;
    int connection; /* accepted from the kernel but not yet by the user; -1: none */
    int bind_error; /* of bind(); loop_listen() reports it */
};

struct datagram {
    struct descriptor io;
    /* Queued here, it counts as writable although the kernel did not say so. */
    struct pending pending;
    char *buffer;
    size_t buffer_size;
    size_t batch;    /* datagrams to receive with one call; 0: one at a time */
    bool is_started; /* it receives; also while it is closing */
    bool is_thorough;
    bool is_connected;
    bool is_reporting;             /* sends_report() is running */
    struct list sends, sent;       /* not yet sent; sent or failed, with callbacks to come */
    size_t send_count, send_bytes; /* of both */
};

struct signal {
    struct list link; /* in the list of all watchers of the process; guarded by its lock */
    int number;       /* 0 while stopped */
    bool is_once;     /* started for one call, now or earlier (SIGNAL-4) */
    atomic_uint caught;
    unsigned delivered; /* how many of the caught ones were delivered */
};

struct child {
    struct list link; /* in loop->children until it has ended */
    int pid;
    int status;     /* as waitpid() returns it */
    bool has_ended; /* it was reaped: the kernel may reuse its pid */
};

struct watch {
    struct list link;    /* in the list of handles that watch the same file */
    int id;              /* inotify's watch descriptor */
    const char *changed; /* the file that the running callback reports */
};

struct inspection;

struct inspect {
    struct inspection *latest; /* the newest inspection that has not ended; NULL: none */
};

struct loop_handle {
    struct loop *loop;
    struct list in_loop; /* in loop->handles until it is closed */
    loop_callback *callback, *closed;
    loop_callback *given; /* the callback that its next start gives it */
    void *arg;            /* of all three */
    uint32_t kind;        /* enum loop_kind */
    uint32_t state;       /* LOOP_IS_* */
    int reported; /* what loop_callback_told() returns: a second result of the latest callback */
    uint32_t
        held; /* how many writes pass it to another process; its memory stays until they are over */
    bool is_closed_but_held; /* closed, but `held` keeps its memory */
    struct loop_handle *next_closing;
    struct list link; /* watchers: in the queue of their kind; timers: on the ready list */
    union {
        struct timer timer;
        struct descriptor poll;
        struct wakeup async;
        struct signal signal;
        struct child child;
        struct stream stream;
        struct listener listener;
        struct datagram datagram;
        struct watch watch;
        struct inspect inspect;
    };
};

enum request_stage {
    REQUEST_QUEUED,
    REQUEST_TAKEN,     /* running or done, so it cannot be cancelled any more */
    REQUEST_CANCELLED, /* its callback is still to come */
};

/* A request: work for the pool. */
struct loop_request {
    struct loop *loop;
    struct list link;         /* in the pool's queue, then in loop->done */
    enum request_stage stage; /* guarded by the pool's lock while queued there */
    int status;
    void (*execute)(struct loop_request *r); /* called on a thread of the pool */
    bool is_lookup;
    loop_job *job;
    loop_callback *done;
    void *arg;
    char *text;                  /* a path or a name; NULL for a job */
    struct sockaddr_in6 address; /* of a reverse lookup; either family */
    void *bytes;                 /* buffer for random bytes */
    size_t size;
    struct stat *found; /* result of a stat; NULL if nobody needs it */
};

/* What the loop counts about itself. */
struct metrics {
    uint64_t events;
    uint64_t events_waiting;
    bool counts_idle_time;
    uint64_t idle_ns;
    uint64_t waiting_since_ns; /* 0 while the loop does not wait */
    int wait_ms;               /* timeout of the latest wait */
};

struct loop {
    struct loop_policy policy;
    uint64_t now_ms;        /* the cached clock */
    uint64_t turns;         /* number of waits begun */
    bool is_stopped;        /* loop_stop() was called */
    size_t active_handles;  /* active and referenced */
    size_t active_requests; /* not yet reported */
    struct list handles;    /* all open handles, in the order of their creation */
    struct metrics metrics;
    bool blocks_profiling; /* SIGPROF is blocked during the wait */

    struct heap timers;
    uint64_t timers_started; /* numbers the starts, to order timers of equal deadline */
    struct list watchers[LOOP_KIND_COUNT]; /* idle, prepare, check: newest first */
    struct list pending;
    struct loop_handle *closing; /* newest first */

    int epoll_fd;
    struct descriptor **by_fd; /* by descriptor number: who watches it, or NULL */
    size_t by_fd_room;
    struct list unregistered;  /* descriptors to register with epoll before the next wait */
    struct epoll_event *batch; /* events of the current wait that are still to be reported */
    size_t batch_count;

    struct descriptor wake; /* an eventfd that ends the wait when a wake-up is sent */
    struct list wakeups;    /* in order of creation */

    struct descriptor signals; /* a pipe through which the signal handler reports what it caught */
    int signals_in;            /* the writing end of that pipe */
    struct list children;      /* running children, in the order of their start */
    struct loop_handle child_watcher; /* watches SIGCHLD for the children */

    struct descriptor changes; /* an inotify; fd is -1 until it is needed */
    struct list watched;       /* the files that it watches */

    const char *workers;     /* size of the pool as text; NULL: the default */
    struct wakeup jobs_done; /* sent when a request was added to `done` */
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
    assert(!(h->state & LOOP_IS_REFERENCED) || h->loop->active_handles > 0);
    if (h->state & LOOP_IS_REFERENCED)
        h->loop->active_handles--;
}

/* loop.c */
/* Queues it once, however often it is called. */
void loop_pend(struct loop *loop, struct pending *p);

/* handle.c */
void handles_close(struct loop *loop); /* the closing phase */
/* Finish the close of a handle that could not close at once. */
void handle_is_closed(struct loop_handle *h);
/* Keep the memory of a handle, even of one that is closed meanwhile, until it is let go. */
void handle_hold(struct loop_handle *h);
void handle_let_go(struct loop_handle *h);

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
/* Watch for fewer events. The kernel learns it before the next wait, and events already received
 * are kept. */
void descriptor_drop(struct loop *loop, struct descriptor *d, uint32_t events);
void descriptor_close(struct loop *loop, struct descriptor *d); /* -1 is fine */
/* LOOP-7: replace the epoll instance by a new, empty one. 0 or a negative errno. */
int descriptors_renew(struct loop *loop);
int poll_init(struct loop_handle *h, int fd); /* 0 or a negative errno */
int poll_stop(struct loop_handle *h);
void poll_wait(struct loop *loop, int timeout_ms);

/* async.c */
int wakeups_init(struct loop *loop);  /* 0, or -1 with errno */
int wakeups_renew(struct loop *loop); /* likewise; forgets earlier sends */
void wakeup_add(struct loop *loop, struct wakeup *w);
void wakeup_send(struct loop *loop, struct wakeup *w); /* from any thread */
int async_init(struct loop_handle *h, int unused);
bool async_close(struct loop_handle *h);

/* stream.c */
int stream_init(struct loop_handle *h, int fd);
int channel_init(struct loop_handle *h, int fd); /* makes a stream that can pass handles */
int stream_read_start(struct loop_handle *h, size_t size);
int stream_read_stop(struct loop_handle *h);
bool stream_close(struct loop_handle *h);
bool stream_finish(struct loop_handle *h);
unsigned stream_state(const struct loop_handle *h); /* LOOP_IS_READABLE | ... */

/* write.c */
void stream_send(struct loop_handle *h); /* sends as much as the kernel takes */
/* Calls back for those that are sent or have failed. */
void stream_report_writes(struct loop_handle *h);
void stream_cancel_writes(struct loop_handle *h); /* fails those that are not yet sent */
void stream_drained(struct loop_handle *h);       /* called when nothing is left to send */
void call_begin(struct loop_handle *h, struct call *c, loop_callback *done, void *arg);
void call_end(struct loop_handle *h, struct call *c, int status);

/* channel.c */
ssize_t channel_send(const struct stream *s, const void *bytes, size_t size,
                     const struct loop_handle *passed); /* as sendmsg() */
ssize_t channel_read(struct stream *s);                 /* as read(), into its buffer */
int channel_take(struct loop_handle *h);                /* the oldest descriptor, or -1 */
void channel_close(struct stream *s);

/* connect.c */
void stream_connected(struct loop_handle *h); /* the attempt has ended, in success or failure */

/* listener.c */
int listener_init(struct loop_handle *h, int fd);
bool listener_close(struct loop_handle *h);

/* datagram.c */
int datagram_init(struct loop_handle *h, int fd);
int datagram_read_start(struct loop_handle *h, size_t size);
int datagram_read_stop(struct loop_handle *h);
bool datagram_close(struct loop_handle *h);
bool datagram_finish(struct loop_handle *h);

/* send.c */
void sends_try(struct loop_handle *h);    /* sends as many as the kernel takes */
void sends_report(struct loop_handle *h); /* calls back for those that are sent or have failed */
void sends_cancel(struct loop_handle *h); /* fails those that are not yet sent */

/* signal.c */
int signals_init(struct loop *loop);  /* 0, or -1 with errno */
int signals_renew(struct loop *loop); /* likewise; forgets signals caught earlier */
void signals_release(struct loop *loop);
int signal_init(struct loop_handle *h, int unused);
int signal_start(struct loop_handle *h, int number, bool is_once);
int signal_stop(struct loop_handle *h);
bool signal_close(struct loop_handle *h);
bool signal_finish(struct loop_handle *h);

/* child.c */
void children_init(struct loop *loop);
bool child_close(struct loop_handle *h);

/* watch.c */
void watches_init(struct loop *loop);
void watches_release(struct loop *loop);
int watch_init(struct loop_handle *h, int unused);
int watch_stop(struct loop_handle *h);
const char *watch_path(const struct loop_handle *h); /* borrowed; NULL while stopped */

/* inspect.c */
int inspect_stop(struct loop_handle *h);
bool inspect_close(struct loop_handle *h);
const char *inspect_path(const struct loop_handle *h); /* likewise */

/* request.c */
/* As loop_stat(), but stores the result in `*found`, which must live until `done` is called. */
struct loop_request *request_stat(struct loop *loop, const char *path, struct stat *found,
                                  loop_callback *done, void *arg);
void request_finish(struct loop_request *r); /* from any thread */
void requests_report(struct loop *loop, struct wakeup *w);

/* metrics.c */
void metrics_wait_begins(struct loop *loop, int timeout_ms);
void metrics_wait_ends(struct loop *loop); /* call it before any callback of the wait */
void metrics_count(struct loop *loop, size_t events, bool were_waiting);

/* pool.c */
int pool_start(const struct loop *loop); /* once per process; 0 or a negative errno */
void pool_submit(struct loop_request *r);
bool pool_withdraw(struct loop_request *r); /* false if a thread has already taken it */
/* What the newest release answers to a question of `ask`. */
int loop_answer(uint32_t question);

#endif
