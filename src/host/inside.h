/* inside.h - what the files of the host share. Inner to this folder.
 *
 * host.c opens the loop, performs the program and closes everything, early_exit.c has the
 * ways out before that; calls.c stands between all of them and the loop; object.c makes handles
 * and requests of the program's and runs their callbacks, socket.c those that bytes and
 * connections come over, process.c those that signals and children are told by;
 * second_loop.c has the loops beside the first, end.c the end on a loop that has none; choices.c what is chosen where the rules leave
 * it open; steps.c the steps that several layers know,
 * jobs.c the microtasks of those that have JavaScript's queue, core.c, node.c and
 * browser.c what is their own. */
#ifndef HOST_INSIDE_H
#define HOST_INSIDE_H
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include "host/host.h"
#include "host/calls.h"
#include "host/record.h"
#include "scenario/words.h"
#include "world/file.h"
#include "world/net.h"

enum { MS = 1000000 };

struct host;
struct object;

typedef void step_function(struct host *h, const struct step *s);

/* What a layer adds to a loop. */
struct layer {
    step_function *const
        *step_functions;              /* [STEP_KIND_COUNT]; NULL where the layer lacks the word */
    void (*begin)(struct host *h);    /* the loop is open, nothing was performed yet */
    void (*finish)(struct host *h);   /* the main program was performed: run the loop */
    void (*end)(struct host *h);      /* everything is about to be closed */
    void (*before)(struct object *o); /* a callback of a handle or a request is about to run */
    /* A callback of the loop's has run its body; `h->thrown` if it threw. */
    void (*after)(struct host *h);
    /* `h->thrown` is set, by a microtask: tell whoever is to hear of it, and clear it. */
    void (*uncaught)(struct host *h);
    /* Is a timer that is started due at one of these instants, both included? */
    bool (*has_due)(struct host *h, uint64_t from_ns, uint64_t to_ns);
};

extern const struct layer layer_core, layer_node, layer_browser;

struct blocks {
    const struct block **item;
    size_t count, room;
};

/* A loop and what the program makes in it. There is one for the program itself, and
 * one for each of its `loop` blocks. */
struct host {
    const struct host_config *config;
    struct host *main;                  /* the program's own */
    pthread_t self;                     /* the thread that runs it */
    const struct loop_backend *backend; /* the tested one, by calls.h */
    const struct layer *layer;
    struct loop *loop;       /* NULL once it is released */
    struct loop *calls;      /* the same, as long as there is a host */
    const struct step *step; /* that is being performed; NULL for none */
    struct record record;
    struct object **by_name; /* [string id]: the latest that was made under the name */
    struct object *objects;  /* all of them, newest first */
    uint32_t *first;         /* [slot]: how often a `first` step was reached */
    struct loop_handle *observer[2];
    struct loop_handle *waker; /* of a run that is to be cut in its wait; or NULL */
    /* Of a core program on a loop that has no end: */
    struct loop_handle *end_timer; /* that asks whether it is over; NULL until then */
    bool is_ending_asked;          /* it is started */
    uint32_t end_turns;            /* how often it was started since anything was called, */
    uint64_t called, end_called;   /* what comes with every turn is not counted; and then */
    uint64_t end_delay_ms;         /* and how long it waits for what others do */
    uint64_t ended_ns;             /* when nothing was left, if it is over */
    atomic_uint errands;           /* threads of the program's that have not ended, */
    uint64_t errands_end_ns;       /* and when the last of them means to */
    jmp_buf *escape;               /* out of what is being performed, if the process is reused */
    pthread_t *thread;
    size_t thread_count, thread_room;
    char *blank; /* what is written to streams: PROGRAM_COUNT_MAX bytes; NULL until then */
    /* Of the program's own. */
    struct second *seconds;
    pthread_mutex_t recording; /* while there are second loops */
    pthread_mutex_t leaving;   /* taken by the thread that ends the process */
    uint64_t origin_ms;        /* the loop's clock when the program began */
    uint64_t latest_ms;        /* the loop's clock when it was last asked, from there on */
    pthread_t thread_of_run;   /* that is in the backend's run(), or was last */
    bool has_run;              /* run() has been called */
    bool turning;              /* and has not returned */
    uint64_t turned_ns;        /* the instant of its latest turn, */
    uint64_t turned_events;    /* what was in the trace then, */
    uint32_t turned_in_vain;   /* and how many turns took time since and led to nothing */
    int64_t result;            /* of the latest call */
    int64_t status;            /* that the running callback was given */
    int64_t told;              /* and what it was given besides */
    bool thrown;   /* a step threw: everything up to the callback's end is passed over */
    bool last_run; /* the program has no step left: run it to its end */
    bool is_over;  /* and it came to it; the loop was told to stop */
    /* The run is over or was cut: what the loop still calls is neither recorded nor
     * performed. */
    bool ending;
    struct blocks handler[EVENT_COUNT]; /* what `on` has registered */
    struct jobs *jobs;                  /* of a layer that has microtasks */
    struct node *node;                  /* the node layer's own */
    struct browser *browser;            /* the browser layer's own */
};

/* A handle or a request of the program's. Kept to the end, closed or not. Layers
 * put it first in structs of their own. */
struct object {
    struct host *host;
    struct object *next;
    const struct step *step;  /* that made it */
    const struct block *body; /* of its callback; a stream's comes with `read` */
    enum trace_kind kind;
    struct loop_handle *handle;   /* NULL once closed, and where the kind has none */
    struct loop_request *request; /* NULL once done */
    struct world_fd *fd;
    struct world_socket *socket;
    struct world_name *lookup;
    void *bytes;               /* that a request fills */
    struct world_file *file;   /* that it is */
    const char *path;          /* of the file that it watches */
    struct world_child *child; /* one that lives for a while */
    int child_pid;
    uint8_t signal;             /* that a signal handle watches, or did last */
    uint64_t due_ns, repeat_ms; /* timers; due_ns also when a job ended */
    uint32_t cause;             /* as in struct trace_event */
    bool awaited;               /* its callback is certain to come */
    atomic_bool sent;           /* a wake-up, and was not yet called */
    bool closing;
    bool attached;              /* a datagram handle, to an address */
    const struct block *closed; /* body of the close callback */
    uint32_t closed_cause;
};

/* What a callback is recorded as. */
struct host_callback {
    enum trace_kind kind;
    uint32_t label;
    uint64_t due_ns;
    uint32_t cause;
    uint32_t line; /* that made it; 0 where nobody knows */
};

/* ---- early_exit.c ---- */
/* The run ends here: the process leaves with it or, if it is reused, what is being
 * performed is left and the loop is asked to stop. Returns only in the second case, and
 * only from where nothing is being performed. */
void host_cut(struct host *h, enum trace_outcome outcome);
/* A turn of the loop is over: if it was one too many that led to nothing, it is stuck. */
void host_note_turn(struct host *h);
/* The same from within a step. */
_Noreturn void host_leave(struct host *h, enum trace_outcome outcome);
void host_fail(struct host *h, const struct step *s, const char *fmt, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* The program has come to its end and the loop's run has not, from a callback: the loop is told
 * to stop. With one that cannot be told the process ends. */
void host_end_run(struct host *h);
/* The same for the record, which has no room left, and for the world; `arg` is the host. */
void host_full(void *arg, enum trace_outcome outcome);
void host_stuck(void *arg, const char *waiters);
void host_failed(void *arg, const char *why);
/* Noted at once: the loop may abort over it. */
void host_lacks(void *arg, const char *what);
/* Do `act` such that host_leave() can come back from it. */
void host_guard(struct host *h, void (*act)(struct host *h, void *arg), void *arg);
void host_make_waker(struct host *h); /* once the loop has its observers */

/* ---- host.c ---- */
/* Make an empty host ready: of the program, or of a loop beside `main`. */
void host_init(struct host *h, const struct host_config *config, struct host *main);
void host_open(struct host *h); /* its loop */
void host_perform(struct host *h, const struct block *block);
/* Record a callback around what it does; a run that is over has none any more. */
void host_enter(struct host *h, const struct host_callback *c,
                void (*perform)(struct host *h, void *arg), void *arg);
/* The same around a body, if there is one; `h->thrown` if it threw. */
void host_call(struct host *h, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body);
int host_turn(struct host *h, enum loop_mode mode); /* run the loop; returns what it returned */
void host_turn_default(struct host *h);     /* on the host's own account: it must not fail */
bool host_is_endless(const struct host *h); /* the loop: its runs end only where it is told */
void host_close(struct host *h);          /* all that is open, then the loop; nothing is recorded */
void host_release(struct host *h);        /* its memory */
int host_wait_on(int fd, int timeout_ms); /* 1 readable, 0 timed out, -EINTR */
uint64_t host_loop_ms(struct host *h);    /* the loop's clock since the program began */
bool host_has_step(const struct block *b, enum step_kind kind);    /* at any depth */
const char *host_name(const struct host *h, const struct step *s); /* the step's name */

/* ---- end.c ---- */
/* Before the last run and after each callback in it: if nothing is left, see to the run's end. */
void end_watch(struct host *h);
/* Before a callback, but those that come with every turn: it must not see the timer. */
void end_pause(struct host *h);

/* ---- object.c ---- */
/* Make one of `size` bytes, which begins with the object. */
void *object_add(struct host *h, const struct step *s, enum trace_kind kind, size_t size);
/* The one that a step names. It must exist; where it has a handle, that must be open. */
struct object *object_find(struct host *h, const struct step *s);
/* The same, and it must not be closing either. */
struct object *object_find_open(struct host *h, const struct step *s);
/* The one that it is made from, likewise. */
struct object *object_find_source(struct host *h, const struct step *s);
struct object *object_add_handle(struct host *h, const struct step *s, enum trace_kind kind,
                                 enum loop_kind loop_kind, int fd);
/* The callbacks of every handle and every request; `arg` is the object. */
loop_callback object_called, object_done;
/* Record a callback around a body; `status` is what `observe status` shows. */
void object_call(struct object *o, int status, const struct block *body);
/* Note when a timer is due from now, and who asked for it. */
void object_plan(struct object *o, uint64_t after_ms);
uint64_t object_ms(uint64_t ns); /* a step's duration as the vtable takes it */
step_function object_make_poll, object_make_request;
step_function object_start_poll, object_close, object_close_reset, object_ref, object_ready,
    object_drain;
step_function object_break, object_free;

/* ---- socket.c ---- */
step_function socket_make_stream, socket_make_peer, socket_make_listener, socket_make_accepted;
step_function socket_make_connected, socket_make_datagram;
step_function socket_read, socket_write, socket_shutdown, socket_feed;
step_function socket_try, socket_attach, socket_ready, socket_drain;
void socket_start_datagram(struct host *h, struct object *o);
step_function socket_make_connected, socket_make_datagram, socket_make_bound;
step_function socket_read, socket_write, socket_try, socket_block, socket_pass, socket_reset,
    socket_shutdown, socket_feed;
int64_t socket_is_blocking(struct host *h, const struct step *s); /* 1, 0 or an errno */

/* ---- file.c ---- */
step_function file_make, file_make_watcher, file_change;
void file_start(struct host *h, struct object *o);
/* Of what a step is made from; borrowed from that. */
const char *file_path(struct host *h, const struct step *s);

/* ---- process.c ---- */
step_function process_make_signal, process_make_child, process_raise, process_kill, process_block,
    process_make_nowhere;
/* By the step that starts it: a signal that is not written there is the one it was made for. */
void process_start_signal(struct host *h, struct object *o, const struct step *s);

/* ---- second_loop.c ---- */
step_function second_loop_make;
void second_loop_join(struct host *h); /* all of them have come to their end, and are released */

/* ---- choices.c ---- */
/* For the world: what the schedule says. */
unsigned choice_make(void *host, enum world_choice kind, unsigned ways);
/* Points at which a millisecond may have passed: before timers are looked at, before one
 * is started, before the loop is told to read its clock. Only where that would change
 * which timers are due, or which are due together. */
void choice_before_timers(struct host *h);
void choice_before_start(struct host *h, uint64_t after_ns);
void choice_before_reading(struct host *h);
bool choice_is_drawn_at_once(struct host *h); /* a page whose next frame is wanted */
bool choice_is_engine_first(struct host *h);  /* it has a callback of its own in the loop */

/* ---- steps.c ---- */
step_function step_log, step_observe, step_busy, step_repeat, step_first;
/* Of layers with a queue of microtasks. */
step_function step_on, step_throw, step_queue_again;
#endif
