/* backend.h - the whole interface that a loop must offer to be tested.
 *
 * An adapter fills in one `struct loop_backend`. It passes each call on to the loop and never makes
 * up for what the loop does not have. If the loop does not have something, the adapter does not
 * declare that capability, and the functions that belong to it may be NULL.
 *
 * A plug-in is a shared object that exports
 *     const struct loop_backend loopspec_backend = { .abi = LOOP_BACKEND_ABI, ... };
 * and is named on the command line: loopspec run -b ./my-loop.so
 * Its name decides whose rules it is judged by: those of libuv, libev, libevent or glib if it has
 * that name, else those of every loop.
 *
 * Rules for callbacks: they come on the thread that called run(), never from inside the call that
 * asked for them, and never after the handle's close callback. Times are milliseconds on the loop's
 * own clock. Calls return 0 or a positive answer, or a negative errno value. -EINVAL and -ENOTSUP
 * mean that the loop, by its own documents, does not support the request, such as a timer of 0 ms;
 * that breaks no rule. Only async_send() and the body of a job are called on other threads. */
#ifndef LOOPSPEC_BACKEND_H
#define LOOPSPEC_BACKEND_H
#include <stddef.h>
#include <stdint.h>

/* What an adapter writes into `abi`: the number of the ABI and the size of the struct that it was
 * compiled with. Later versions append functions at the end. So an adapter compiled with a shorter
 * struct still loads; it does not have the later functions. */
#define LOOP_BACKEND_ABI (4u << 24 | (uint32_t)sizeof(struct loop_backend))

struct loop;         /* yours to define */
struct loop_handle;  /* yours: a timer, watcher or wake-up */
struct loop_request; /* yours: a job, a file request or a name lookup */
struct sockaddr;

enum loop_kind {
    LOOP_TIMER,
    LOOP_IDLE,
    LOOP_PREPARE,
    LOOP_CHECK,
    LOOP_POLL,
    LOOP_ASYNC,
    LOOP_SIGNAL,
    LOOP_CHILD,    /* made by spawn() */
    LOOP_STREAM,   /* bytes: AF_UNIX or TCP */
    LOOP_LISTENER, /* accepts streams */
    LOOP_DATAGRAM, /* UDP */
    LOOP_KIND_COUNT
};

enum loop_mode { LOOP_DEFAULT, LOOP_ONCE, LOOP_NOWAIT };
enum loop_event { LOOP_READABLE = 1, LOOP_WRITABLE = 2 };
enum loop_state { LOOP_IS_ACTIVE = 1, LOOP_IS_REFERENCED = 2, LOOP_IS_CLOSING = 4 };

/* Capabilities: bits of `can`. A case that needs an undeclared one is skipped, with the name of the
 * capability. Bit 63 is reserved for loopspec. */
/* clang-format off */
#define LOOP_CAN_TIMER         (UINT64_C(1) <<  0) /* timer_start, handle_stop */
#define LOOP_CAN_REPEAT        (UINT64_C(1) <<  1) /* timer_start with a repeat; see there */
#define LOOP_CAN_DUE_IN        (UINT64_C(1) <<  2) /* timer_due_in */
#define LOOP_CAN_IDLE          (UINT64_C(1) <<  3) /* watch_start on LOOP_IDLE */
#define LOOP_CAN_PREPARE       (UINT64_C(1) <<  4) /* watch_start on LOOP_PREPARE */
#define LOOP_CAN_CHECK         (UINT64_C(1) <<  5) /* watch_start on LOOP_CHECK */
#define LOOP_CAN_POLL          (UINT64_C(1) <<  6) /* poll_start */
#define LOOP_CAN_ASYNC         (UINT64_C(1) <<  7) /* async_send, from any thread */
#define LOOP_CAN_WORK          (UINT64_C(1) <<  8) /* work: a job on a pool of threads */
#define LOOP_CAN_CANCEL        (UINT64_C(1) <<  9) /* cancel */
#define LOOP_CAN_STAT          (UINT64_C(1) << 10) /* stat, stat_inline: file requests */
#define LOOP_CAN_CLOSE         (UINT64_C(1) << 11) /* handle_close calls back, later */
#define LOOP_CAN_REF           (UINT64_C(1) << 12) /* handle_ref */
#define LOOP_CAN_ONCE          (UINT64_C(1) << 13) /* run(LOOP_ONCE) */
#define LOOP_CAN_NOWAIT        (UINT64_C(1) << 14) /* run(LOOP_NOWAIT) */
#define LOOP_CAN_STOP          (UINT64_C(1) << 15) /* stop */
#define LOOP_CAN_ALIVE         (UINT64_C(1) << 16) /* alive */
#define LOOP_CAN_NOW           (UINT64_C(1) << 17) /* now: the loop's time, maybe cached */
#define LOOP_CAN_POLL_TIMEOUT  (UINT64_C(1) << 18) /* poll_timeout */
#define LOOP_CAN_SIGNAL        (UINT64_C(1) << 19) /* signal_start */
#define LOOP_CAN_CHILD         (UINT64_C(1) << 20) /* spawn */
#define LOOP_CAN_STREAM        (UINT64_C(1) << 21) /* LOOP_STREAM: read_start, write, shutdown */
#define LOOP_CAN_LISTEN        (UINT64_C(1) << 22) /* LOOP_LISTENER: listen, accept; connect */
#define LOOP_CAN_DATAGRAM      (UINT64_C(1) << 23) /* LOOP_DATAGRAM: read_start */
#define LOOP_CAN_LOOKUP        (UINT64_C(1) << 24) /* lookup: a name, on the pool */
#define LOOP_CAN_METRICS       (UINT64_C(1) << 25) /* turns */
#define LOOP_CAN_LOOPS         (UINT64_C(1) << 26) /* a loop per thread, several at once */
#define LOOP_CAN_PHASES        (UINT64_C(1) << 27) /* prepare and check surround the wait */
#define LOOP_CAN_VIRTUAL_CLOCK (UINT64_C(1) << 28) /* uses the C library's or world's time */
#define LOOP_CAN_ENDS          (UINT64_C(1) << 29) /* run() returns when nothing is left */
#define LOOP_CAN_PRIORITY      (UINT64_C(1) << 30) /* handle_priority */
#define LOOP_CAN_UPDATE_TIME   (UINT64_C(1) << 31) /* update_time: refreshes the cached time */
#define LOOP_CAN_CLOCK         (LOOP_CAN_NOW | LOOP_CAN_UPDATE_TIME)
/* clang-format on */

/* `status` is 0 or a negative errno, unless documented as a number. */
typedef void loop_callback(void *arg, int status);
#define LOOP_END_OF_FILE (-4095)  /* status of a read at the end of the stream */
typedef void loop_job(void *arg); /* runs on a pool thread */

/* For loops that make their own system calls: the scenario's time and waits. wait() is poll(2) on
 * one descriptor: 1 readable, 0 timed out, -EINTR. */
struct loop_world {
    uint64_t (*now_ns)(void);
    int (*wait)(int fd, int timeout_ms);
};

struct loop_config {
    uint32_t version[3]; /* the libuv version whose rules are expected */
    const char *workers; /* size of the thread pool, as the environment sets it; NULL: unset */
    const char *args;    /* the text after the colon of -b NAME:ARGS; "" if there is none */
    const struct loop_world *world;
};

struct loop_backend {
    uint32_t abi;                 /* LOOP_BACKEND_ABI */
    uint64_t can;                 /* LOOP_CAN_* */
    const char *name;             /* "libuv" */
    const char *(*version)(void); /* "1.44.2": version of the loop, not of the adapter; not NULL */

    /* Make a loop for close() to free; NULL with a sentence in `error`. */
    struct loop *(*open)(const struct loop_config *config, char *error, size_t error_size);
    /* 0, or -EBUSY while handles are open; the loop then stays usable. */
    int (*close)(struct loop *loop);
    /* 1 if the loop is still alive on return, else 0; not used without LOOP_CAN_ENDS. */
    int (*run)(struct loop *loop, enum loop_mode mode);
    void (*stop)(struct loop *loop);
    int (*alive)(struct loop *loop);
    uint64_t (*now)(struct loop *loop);
    void (*update_time)(struct loop *loop);
    int (*poll_timeout)(struct loop *loop); /* ms, -1: no limit */
    uint64_t (*turns)(struct loop *loop);   /* iterations, as the loop counts them */

    /* Make a handle that is not started (a LOOP_ASYNC may be active at once, if the loop does
     * that). It lives until its close callback. `fd` is for LOOP_POLL, which does not close it, and
     * for the three kinds of sockets, which take it over. A stream's is connected, or not yet
     * connected (-1: the loop makes one); a listener's and a datagram handle's are bound. All are
     * non-blocking. Pass a NULL callback on to the loop: the loop decides what starting such a
     * handle does. */
    struct loop_handle *(*handle_new)(struct loop *loop, enum loop_kind kind, int fd,
                                      loop_callback *callback, void *arg);
    /* Repeat 0: none. If the loop's repeating timers cannot have a different first delay, return
     * -ENOTSUP when the two differ; timer_again and timer_set_repeat may then be NULL. */
    int (*timer_start)(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms);
    int (*timer_again)(struct loop_handle *h);
    void (*timer_set_repeat)(struct loop_handle *h, uint64_t repeat_ms);
    uint64_t (*timer_due_in)(struct loop_handle *h);
    int (*watch_start)(struct loop_handle *h);                 /* idle, prepare, check */
    int (*poll_start)(struct loop_handle *h, unsigned events); /* LOOP_READABLE | ... */
    int (*async_send)(struct loop_handle *h);
    int (*signal_start)(struct loop_handle *h, int signal);
    int (*handle_stop)(struct loop_handle *h); /* all kinds except async, child and listener */
    void (*handle_ref)(struct loop_handle *h, int referenced);
    unsigned (*handle_state)(struct loop_handle *h); /* LOOP_IS_* */
    /* Free the handle; if the loop calls back on close, after calling `closed` (may be NULL). */
    void (*handle_close)(struct loop_handle *h, loop_callback *closed);

    /* Run `job` on the pool, then `done` (may be NULL) on the loop's thread; both get `arg`. The
     * request lives until `done` returns. NULL on failure. */
    struct loop_request *(*work)(struct loop *loop, loop_job *job, loop_callback *done, void *arg);
    struct loop_request *(*stat)(struct loop *loop, const char *path, loop_callback *done,
                                 void *arg);
    int (*cancel)(struct loop_request *request);
    /* Make the same file request synchronously, without a callback, and return its result. */
    int (*stat_inline)(struct loop *loop, const char *path);
    /* Resolve a name with getaddrinfo() on the pool. */
    struct loop_request *(*lookup)(struct loop *loop, const char *name, loop_callback *done,
                                   void *arg);

    /* Run a program in a process of its own and store its id. The handle calls back once, with the
     * exit status. NULL on failure. */
    struct loop_handle *(*spawn)(struct loop *loop, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid);

    /* Sockets. A stream calls back for each read with its number of bytes, at most `size`, then
     * with LOOP_END_OF_FILE or an error. A datagram handle calls back for each datagram with its
     * length, a listener for each connection. A closing handle refuses to be read: -EINVAL. */
    int (*read_start)(struct loop_handle *h, size_t size);
    /* `bytes` live until `done`, which is not NULL and is always called, from the loop. */
    int (*write)(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
                 void *arg);
    int (*shutdown)(struct loop_handle *h, loop_callback *done, void *arg);
    /* Connect to a path (AF_UNIX) or a port (AF_INET). */
    int (*connect)(struct loop_handle *h, const struct sockaddr *to, loop_callback *done,
                   void *arg);
    int (*listen)(struct loop_handle *h);
    /* Accept the connection that the running callback is about; NULL if there is none. */
    struct loop_handle *(*accept)(struct loop_handle *listener, loop_callback *callback, void *arg);

    /* For a handle that is not started: when the loop has several handles to call, call it before
     * (1), among (0) or after (-1) those without a priority. */
    int (*handle_priority)(struct loop_handle *h, int rank);
};

/* Yours to define. Declared here because in C++ a constant has internal linkage by default. */
#ifdef __cplusplus
extern "C" const struct loop_backend loopspec_backend;
#else
extern const struct loop_backend loopspec_backend;
#endif
#endif
