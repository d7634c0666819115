/* libuv.h - how the parts of the libuv adapter see each other. Inner to this folder.
 *
 *   libuv.c          the loop, and the table of it all
 *   libuv_handle.c   handles: plain ones, signals and children; what all have
 *   libuv_socket.c   handles over a socket: streams, listeners, datagrams
 *   libuv_datagram.c what more there is of datagrams: sending, batches, connections
 *   libuv_file.c     handles that watch a file
 *   libuv_ask.c      questions of libuv's documents
 *   libuv_request.c  jobs, file requests, name lookups
 *
 * Each call is passed on as it is; nothing is made up for. The functions below are
 * the members of struct loop_backend, see interface/backend.h for what they promise. */
#ifndef BACKEND_LIBUV_H
#define BACKEND_LIBUV_H
#include <stdbool.h>
#include <uv.h>
#include "interface/backend.h"

/* libuv calls the watchers of one signal in the order of their addresses. So that the allocator
 * does not decide this order, the first watchers of a loop lie one after the other in one array. */
enum { SIGNALS_IN_ORDER = 1024 };

/* Memory that libuv is to initialise is full of this byte before: libuv must not take it for clean
 * memory (ASK-84). */
enum { NOT_CLEAN = 0xa5 };

struct loop {
    uv_loop_t uv;                /* first member, so that libuv's pointer is ours */
    struct loop_handle *signals; /* [SIGNALS_IN_ORDER]; NULL until there is one */
    size_t signal_count;
};

/* The uv handle comes first, so that libuv's pointer is ours. */
enum { LATER_CALLBACKS = 3 };

struct loop_handle {
    union {
        uv_handle_t any;
        uv_timer_t timer;
        uv_idle_t idle;
        uv_prepare_t prepare;
        uv_check_t check;
        uv_poll_t poll;
        uv_async_t async;
        uv_signal_t signal;
        uv_process_t process;
        uv_stream_t stream; /* one of the next two members; its type says which */
        uv_pipe_t pipe;
        uv_tcp_t tcp;
        uv_udp_t udp;
        uv_fs_event_t watch;
        uv_fs_poll_t inspect;
    } uv;
    enum loop_kind kind;
    loop_callback *callback, *closed;
    loop_callback *later[LATER_CALLBACKS]; /* that starts may give instead of `callback` */
    int given; /* by the next start: 0 `callback`, then `later`; -1 none */
    void *arg;
    int told;            /* second result of the running callback */
    const char *changed; /* the file that the running callback reports; else NULL */
    uv_buf_t room;       /* our buffer for reads */
    size_t batch;        /* datagrams per system call; 0: one at a time */
    bool is_thorough;    /* pass on callbacks without a datagram, too */
    unsigned
        held; /* how many writes pass it to another process: libuv reads it until they are over */
    bool is_gone;  /* closed, but `held` keeps its memory */
    bool is_loops; /* it lies in loop->signals and is freed with that */
};

/* The uv request is the first member, too. */
struct loop_request {
    union {
        uv_req_t any;
        uv_work_t work;
        uv_fs_t fs;
        uv_getaddrinfo_t lookup;
        uv_connect_t connect;
        uv_write_t write;
        uv_shutdown_t shutdown;
        uv_udp_send_t udp_send;
        uv_getnameinfo_t getnameinfo;
        uv_random_t random;
    } uv;
    loop_job *job;
    loop_callback *done;
    void *arg;
    struct loop_handle *passed; /* by a write; else NULL */
};

/* libuv_handle.c */
struct loop_handle *libuv_handle_new(struct loop *loop, enum loop_kind kind, int fd,
                                     loop_callback *callback, void *arg);
int libuv_timer_start(struct loop_handle *h, uint64_t after_ms, uint64_t repeat_ms);
int libuv_timer_again(struct loop_handle *h);
void libuv_timer_set_repeat(struct loop_handle *h, uint64_t repeat_ms);
uint64_t libuv_timer_repeat(struct loop_handle *h);
void libuv_handle_callback(struct loop_handle *h, loop_callback *callback);
int libuv_watch_start(struct loop_handle *h);
int libuv_poll_start(struct loop_handle *h, unsigned events);
int libuv_async_send(struct loop_handle *h);
int libuv_signal_start(struct loop_handle *h, int signal);
int libuv_signal_start_once(struct loop_handle *h, int signal);
int libuv_child_kill(struct loop_handle *h, int signal);
int libuv_callback_told(struct loop_handle *h);
int libuv_handle_stop(struct loop_handle *h);
void libuv_handle_ref(struct loop_handle *h, int referenced);
unsigned libuv_handle_state(struct loop_handle *h);
void libuv_handle_close(struct loop_handle *h, loop_callback *closed);
int libuv_close_reset(struct loop_handle *h, loop_callback *closed);
int libuv_descriptor(struct loop_handle *h);
struct loop_handle *libuv_spawn(struct loop *loop, char *const argv[], loop_callback *exited,
                                void *arg, int *pid);

/* All members but these and libuv's own are zero; libuv does not know the handle yet. */
struct loop_handle *handle_alloc(struct loop *loop, enum loop_kind kind, loop_callback *callback,
                                 void *arg);
/* Returns NULL; frees the handle once libuv has closed it. */
struct loop_handle *handle_give_up(struct loop_handle *h);
/* A write that passes the handle is over. */
void handle_was_passed(struct loop_handle *h);

/* libuv_socket.c */
int socket_init(struct loop_handle *h, uv_loop_t *loop, int fd); /* 0 or a negative errno */
int libuv_read_start(struct loop_handle *h, size_t size);
enum { DATAGRAM_SIZE_MAX = 65536 };
int libuv_write(struct loop_handle *h, const void *bytes, size_t size, loop_callback *done,
                void *arg);
int libuv_try_write(struct loop_handle *h, const void *bytes, size_t size);
size_t libuv_unwritten(struct loop_handle *h);
int libuv_pass(struct loop_handle *h, struct loop_handle *other, loop_callback *done, void *arg);
int libuv_passed(struct loop_handle *h);
int libuv_set_blocking(struct loop_handle *h, int blocking);
int libuv_bind(struct loop_handle *h, const struct sockaddr *at);
int libuv_shutdown(struct loop_handle *h, loop_callback *done, void *arg);
int libuv_connect(struct loop_handle *h, const struct sockaddr *to, loop_callback *done, void *arg);
int libuv_listen(struct loop_handle *h);
struct loop_handle *libuv_accept(struct loop_handle *listener, loop_callback *callback, void *arg);

/* libuv_datagram.c */
int libuv_datagram_start(struct loop_handle *h, int room, int thorough);
struct loop_handle *libuv_datagram_new(struct loop *loop, int fd, size_t batch,
                                       loop_callback *callback, void *arg);
int libuv_datagram_connect(struct loop_handle *h, const struct sockaddr *to);
int libuv_send(struct loop_handle *h, const void *bytes, size_t size, const struct sockaddr *to,
               loop_callback *done, void *arg);
int libuv_try_send(struct loop_handle *h, const void *bytes, size_t size,
                   const struct sockaddr *to);
int libuv_try_send_batch(struct loop_handle *h, const void *bytes, size_t size, size_t count,
                         const struct sockaddr *to);
uint64_t libuv_sends_queued(struct loop_handle *h);
uint64_t libuv_bytes_queued(struct loop_handle *h);
bool libuv_has_send_batch(void); /* from 1.50 on */
/* libuv_file.c */
int file_init(struct loop_handle *h, uv_loop_t *loop); /* 0 or a negative errno */
int file_stop(struct loop_handle *h);
int libuv_watch_file(struct loop_handle *h, const char *path);
int libuv_inspect_file(struct loop_handle *h, const char *path, unsigned every_ms);

/* libuv_names.c */
int libuv_name(struct loop_handle *h, enum loop_name which, void *buffer, size_t *size);
int libuv_tune(struct loop_handle *h, enum loop_tuning what, int value);

/* libuv_ask.c */
int libuv_ask(struct loop *loop, uint32_t question);

/* libuv_request.c */
struct loop_request *libuv_work(struct loop *loop, loop_job *job, loop_callback *done, void *arg);
struct loop_request *libuv_stat(struct loop *loop, const char *path, loop_callback *done,
                                void *arg);
int libuv_stat_inline(struct loop *loop, const char *path);
struct loop_request *libuv_lookup(struct loop *loop, const char *name, loop_callback *done,
                                  void *arg);
int libuv_cancel(struct loop_request *r);
int libuv_lookup_inline(struct loop *loop, const char *name);
struct loop_request *libuv_reverse_lookup(struct loop *loop, const struct sockaddr *address,
                                          loop_callback *done, void *arg);
int libuv_reverse_lookup_inline(struct loop *loop, const struct sockaddr *address);
struct loop_request *libuv_random(struct loop *loop, void *bytes, size_t size, loop_callback *done,
                                  void *arg);
int libuv_random_inline(struct loop *loop, void *bytes, size_t size);

struct loop_request *request_alloc(loop_callback *done, void *arg);
void request_done(void *uv, int status); /* calls back and frees the request */
/* after_KIND(): libuv's callback for a request that ends with a status. */
#define AFTER(kind)                                        \
    static void after_##kind(uv_##kind##_t *r, int status) \
    {                                                      \
        request_done(r, status);                           \
    }
/* Returns `r`, or NULL with `r` freed if libuv refused the request with `result`. */
struct loop_request *request_keep(struct loop_request *r, int result);
#endif
