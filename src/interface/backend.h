/* backend.h - the whole interface that a loop must offer to be tested.
 *
 * An adapter fills in one `struct loop_backend`. It passes each call on to the loop and never makes
 * up for what the loop does not have. If the loop does not have something, the adapter does not
 * declare that capability, and the functions that belong to it may be NULL.
 *
 * A plug-in is a shared object that exports
 *     const struct loop_backend loopspec_backend = { .abi = LOOP_BACKEND_ABI, ... };
 * and is named on the command line: loopspec run -b ./my-loop.so
 * Its name decides whose rules it is judged by: those of libuv, libev, libevent, glib, sd-event, tevent or
 * libuev if it has that name, else those of every loop.
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
    LOOP_CHANNEL,  /* a stream over AF_UNIX that can pass handles: made so, else a LOOP_STREAM */
    LOOP_WATCH,    /* of a file or a folder, by what the system reports */
    LOOP_INSPECT,  /* of a file, by looking at it again and again */
    LOOP_SOON,     /* called once, before the loop waits again */
    LOOP_POST,     /* called before each wait, if something else was called since the last */
    LOOP_AT_EXIT,  /* called when the loop is told to stop, before its run returns */
    LOOP_KIND_COUNT
};

enum loop_mode { LOOP_DEFAULT, LOOP_ONCE, LOOP_NOWAIT };
enum loop_event { LOOP_READABLE = 1, LOOP_WRITABLE = 2, LOOP_DISCONNECT = 4, LOOP_PRIORITIZED = 8 };
enum loop_option {
    LOOP_BLOCKS_SIGNAL,    /* while it waits */
    LOOP_COUNTS_IDLE_TIME, /* see idle_time */
    LOOP_OPTION_UNKNOWN,   /* one that the loop does not have */
    LOOP_USES_RING,        /* for file requests, where the kernel has it */
};
enum loop_change { LOOP_RENAMED = 1, LOOP_CHANGED = 2 };
enum loop_datagram_flag { LOOP_IS_CUT = 2, LOOP_IS_OF_BATCH = 8, LOOP_ENDS_BATCH = 16 };
enum loop_name {
    LOOP_NAME_PATH,    /* what a LOOP_WATCH or a LOOP_INSPECT watches */
    LOOP_NAME_ADDRESS, /* a socket's own, */
    LOOP_NAME_PARTNER, /* and that of its other side */
    LOOP_NAME_CHANGED, /* in a callback of a LOOP_WATCH: the file that it tells of */
};
enum loop_tuning {
    LOOP_TUNE_NODELAY,    /* of a stream over TCP: 1 on, 0 off */
    LOOP_TUNE_KEEP_ALIVE, /* likewise: the delay in seconds, or -1 for off with a delay of 0 */
    LOOP_TUNE_TTL,        /* of datagrams: 1 to 255 */
    LOOP_TUNE_BROADCAST,  /* likewise: 1 on, 0 off */
};
enum loop_state {
    LOOP_IS_ACTIVE = 1,
    LOOP_IS_REFERENCED = 2,
    LOOP_IS_CLOSING = 4,
    LOOP_IS_READABLE = 8, /* these two of a stream, with LOOP_CAN_STREAM_STATE */
    LOOP_IS_WRITABLE = 16
};

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
#define LOOP_CAN_DATAGRAM_SEND  (UINT64_C(1) << 32) /* send, try_send, datagram_connect, datagram_start, sends_queued, bytes_queued */
#define LOOP_CAN_DATAGRAM_BATCH (UINT64_C(1) << 33) /* datagram_new: several are received by one system call */
#define LOOP_CAN_SEND_BATCH     (UINT64_C(1) << 34) /* try_send_batch: several are sent at once */
#define LOOP_CAN_REVERSE_LOOKUP (UINT64_C(1) << 35) /* reverse_lookup, and both ways of looking up without a callback */
#define LOOP_CAN_RANDOM         (UINT64_C(1) << 36) /* random, random_inline */
/* Streams: bits 46 to 51. */
#define LOOP_CAN_TRY_WRITE     (UINT64_C(1) << 46) /* try_write */
#define LOOP_CAN_STREAM_STATE  (UINT64_C(1) << 47) /* unwritten, set_blocking; handle_state knows LOOP_IS_READABLE and LOOP_IS_WRITABLE */
#define LOOP_CAN_RESET         (UINT64_C(1) << 48) /* close_reset */
#define LOOP_CAN_DESCRIPTOR    (UINT64_C(1) << 49) /* descriptor */
#define LOOP_CAN_BIND          (UINT64_C(1) << 50) /* bind */
#define LOOP_CAN_PASS          (UINT64_C(1) << 51) /* LOOP_CHANNEL: pass, passed; accept takes one that was passed */
#define LOOP_CAN_WATCH         (UINT64_C(1) << 37) /* LOOP_WATCH: watch_file */
#define LOOP_CAN_INSPECT       (UINT64_C(1) << 38) /* LOOP_INSPECT: inspect_file */
#define LOOP_CAN_NAMES         (UINT64_C(1) << 39) /* handle_name; callback_told knows a datagram's flags */
#define LOOP_CAN_TUNE          (UINT64_C(1) << 40) /* tune */
#define LOOP_CAN_KILL          (UINT64_C(1) << 41) /* child_kill */
#define LOOP_CAN_ONESHOT       (UINT64_C(1) << 42) /* signal_start_once */
#define LOOP_CAN_POLL_EVENTS   (UINT64_C(1) << 43) /* poll_start with several events, LOOP_DISCONNECT, LOOP_PRIORITIZED */
#define LOOP_CAN_TOLD          (UINT64_C(1) << 44) /* callback_told */
#define LOOP_CAN_GIVEN         (UINT64_C(1) << 45) /* timer_repeat, handle_callback: what a start gives a handle */
#define LOOP_CAN_EVENTS        (UINT64_C(1) << 52) /* events, events_waiting */
#define LOOP_CAN_IDLE_TIME     (UINT64_C(1) << 53) /* idle_time */
#define LOOP_CAN_OPTIONS       (UINT64_C(1) << 54) /* configure */
#define LOOP_CAN_EMBED    (UINT64_C(1) << 55) /* descriptor: the loop can be run from outside; poll_timeout */
#define LOOP_CAN_WALK          (UINT64_C(1) << 56) /* visits */
#define LOOP_CAN_RENEW         (UINT64_C(1) << 57) /* renew */
#define LOOP_CAN_SOON          (UINT64_C(1) << 59) /* watch_start on LOOP_SOON */
#define LOOP_CAN_POST          (UINT64_C(1) << 60) /* watch_start on LOOP_POST */
#define LOOP_CAN_AT_EXIT       (UINT64_C(1) << 61) /* watch_start on LOOP_AT_EXIT */
#define LOOP_CAN_FINAL         (UINT64_C(1) << 62) /* stop is the end of the loop: a later run() returns a negative errno */
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
     * exit status. NULL on failure, with errno. */
    struct loop_handle *(*spawn)(struct loop *loop, char *const argv[], loop_callback *exited,
                                 void *arg, int *pid);

    /* Sockets. A stream calls back for each read with its number of bytes, at most `size`, then
     * with LOOP_END_OF_FILE or an error; a `size` of 0 gives -ENOBUFS. A datagram handle calls back
     * for each datagram with its length, a listener for each connection. A closing handle refuses
     * to be read: -EINVAL. */
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

    /* When the loop has several handles to call, call it before (1), among (0) or after (-1) those
     * without a priority; 2 is before 1 and so on. Refuse with -ENOTSUP a level that the loop does
     * not have, and a change while the handle is started if the loop forbids that. */
    int (*handle_priority)(struct loop_handle *h, int rank);

    /* Datagrams, names and random bytes. */
    /* As read_start() of a datagram handle. Without `room` each datagram that could be read is
     * an error instead, -ENOBUFS. A thorough one is also called when nothing is left to read,
     * with -EAGAIN, and with LOOP_END_OF_FILE after the last datagram of a batch. */
    int (*datagram_start)(struct loop_handle *h, int room, int thorough);
    /* A LOOP_DATAGRAM handle that receives up to `batch` datagrams by one system call. */
    struct loop_handle *(*datagram_new)(struct loop *loop, int fd, size_t batch,
                                        loop_callback *callback, void *arg);
    /* Send to that address only from now on, at once; NULL: no longer. */
    int (*datagram_connect)(struct loop_handle *h, const struct sockaddr *to);
    /* As write(). `to` is NULL for a connected handle, and only for that. */
    int (*send)(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to,
                loop_callback *done, void *arg);
    /* Send at once or not at all: how many bytes, or -EAGAIN. */
    int (*try_send)(struct loop_handle *h, const void *bytes, size_t size,
                    const struct sockaddr *to);
    /* The same for `count` datagrams: how many were sent. */
    int (*try_send_batch)(struct loop_handle *h, const void *bytes, size_t size, size_t count,
                          const struct sockaddr *to);
    uint64_t (*sends_queued)(struct loop_handle *h); /* not yet reported */
    uint64_t (*bytes_queued)(struct loop_handle *h); /* of these */
    /* lookup() made at once, without a callback: its result. */
    int (*lookup_inline)(struct loop *loop, const char *name);
    /* Find the name of an address by getnameinfo() on the pool, or at once. */
    struct loop_request *(*reverse_lookup)(struct loop *loop, const struct sockaddr *address,
                                           loop_callback *done, void *arg);
    int (*reverse_lookup_inline)(struct loop *loop, const struct sockaddr *address);
    /* Fill `bytes` on the pool, or at once. They live until `done`. */
    struct loop_request *(*random)(struct loop *loop, void *bytes, size_t size, loop_callback *done,
                                   void *arg);
    int (*random_inline)(struct loop *loop, void *bytes, size_t size);
    /* Streams. Write at once what fits and queue nothing: how many bytes went out, or -EAGAIN
     * where none can go out now. */
    int (*try_write)(struct loop_handle *h, const void *bytes, size_t size);
    size_t (*unwritten)(struct loop_handle *h); /* bytes of queued writes that have not gone out */
    /* As handle_close, but the other end of the TCP connection sees a reset. A negative answer
     * leaves the handle open: -EINVAL over anything but TCP, and while it shuts down. */
    int (*close_reset)(struct loop_handle *h, loop_callback *closed);
    /* Its descriptor; -EINVAL for a kind that has none, -EBADF where there is none now. */
    int (*descriptor)(struct loop_handle *h);
    /* Of a listener that was made with an unbound TCP socket, or with -1 for a path. */
    int (*bind)(struct loop_handle *h, const struct sockaddr *at);
    /* Write one byte and with it the stream `other`, which stays what it is. -EINVAL over a
     * stream that is no channel. `passed` is how many have come and are not accepted yet. */
    int (*pass)(struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg);
    int (*passed)(struct loop_handle *h);
    /* Let the calls on a stream's descriptor wait, or not, as they do not at first. */
    int (*set_blocking)(struct loop_handle *h, int blocking);
    /* Files watched. `path` is borrowed for the call. A LOOP_WATCH calls back for each change
     * with a number, of LOOP_RENAMED and LOOP_CHANGED, or with an error; a LOOP_INSPECT with 0
     * when it finds the file changed, or with the error when it does not find it. */
    int (*watch_file)(struct loop_handle *h, const char *path);
    int (*inspect_file)(struct loop_handle *h, const char *path, unsigned every_ms);
    /* Children, signals, polls. */
    int (*child_kill)(struct loop_handle *h, int signal);
    int (*signal_start_once)(struct loop_handle *h, int signal); /* for one call */
    /* Asked within a callback of the handle's, what it was given beside its status: a poll's
     * events, a signal's number, the number of the signal that ended a child or 0; with
     * LOOP_CAN_NAMES also a datagram's flags. */
    int (*callback_told)(struct loop_handle *h);
    /* The loop itself: its figures, its options, its descriptor, its handles. */
    /* Events of poll so far, and those that were there when poll was entered. */
    uint64_t (*events)(struct loop *loop);
    uint64_t (*events_waiting)(struct loop *loop);
    uint64_t (*idle_time)(struct loop *loop); /* ns spent waiting, since that is counted */
    /* `signal` is for LOOP_BLOCKS_SIGNAL. -ENOSYS: the loop does not have the option. */
    int (*configure)(struct loop *loop, enum loop_option option, int signal);
    /* Readable when poll would find something. The loop keeps it. */
    int (*wait_fd)(struct loop *loop);
    /* Walk over the handles of the loop: how often it comes to `h`; NULL: to any at all. */
    uint64_t (*visits)(struct loop *loop, const struct loop_handle *h);
    /* What is to be done in the child of a fork: make anew what the kernel has of the loop.
     * It is called without a fork. */
    int (*renew)(struct loop *loop);
    /* Copy a name into `buffer`, which has room for `*size` bytes, and store its length there. An
     * address is a struct sockaddr; that of a stream over AF_UNIX is its path, which like every
     * path and file ends with a zero that is not counted. -ENOBUFS without room for it, with the
     * room that it needs; -EINVAL for a handle that has no such name. */
    int (*handle_name)(struct loop_handle *h, enum loop_name which, void *buffer, size_t *size);
    /* -EINVAL for a kind of handle that it is not for. */
    int (*tune)(struct loop_handle *h, enum loop_tuning what, int value);
    /* A timer's repeat value, in ms: what the latest start or timer_set_repeat() gave it. */
    uint64_t (*timer_repeat)(struct loop_handle *h);
    /* Of a timer, idle, prepare, check, poll or signal handle: each start from now on gives the
     * loop this callback, with the same `arg`; NULL: none. Until then, and if the loop does not
     * take it, the handle calls the one that it has. There are at most four in all. */
    void (*handle_callback)(struct loop_handle *h, loop_callback *callback);
    /* Asked on a loop of its own, so that this one does not notice. */
    int (*ask)(struct loop *loop, uint32_t question);
};

/* Yours to define. Declared here because in C++ a constant has internal linkage by default. */
#ifdef __cplusplus
extern "C" const struct loop_backend loopspec_backend;
#else
extern const struct loop_backend loopspec_backend;
#endif
#endif
