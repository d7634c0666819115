/* inside.h - what the files of the host share. Inner to this folder.
 *
 *   host.c         opens the loop, performs the program, closes everything
 *   early_exit.c   ends a run before its end
 *   calls.c        wraps the backend: every call of the loop passes through it
 *   object.c       the program's handles and requests, and their callbacks
 *   socket.c       handles with a socket        process.c   signals and child processes
 *   file.c         files and their watchers     names.c     names and socket options
 *   second_loop.c  the loops beside the first   end.c       the end on a loop that has none
 *   starve.c       ends a run that starves      choices.c   what the rules leave open
 *   steps.c        steps of several layers      jobs.c      microtasks, promises, flows
 *   core.c, node.c, browser.c                   the layers, with node_*.c and browser_*.c */
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

/* What a layer adds to the loop. */
struct layer {
    step_function *const
        *step_functions;              /* [STEP_KIND_COUNT]; NULL where the layer lacks the word */
    void (*begin)(struct host *h);    /* the loop is open, nothing was performed yet */
    void (*finish)(struct host *h);   /* the main program was performed: now run the loop */
    void (*end)(struct host *h);      /* everything is about to be closed */
    void (*before)(struct object *o); /* a callback of a handle or a request is about to run */
    /* A callback of the loop has run its body; `h->thrown` if it threw. */
    void (*after)(struct host *h);
    /* A microtask has set `h->thrown`: report the error and clear it. */
    void (*uncaught)(struct host *h);
    /* Is a started timer due at one of these instants, both included? */
    bool (*has_due)(struct host *h, uint64_t from_ns, uint64_t to_ns);
};

extern const struct layer layer_core, layer_node, layer_browser;

/* The latest chance for a millisecond to pass: see choices.c. */
struct offer {
    uint64_t at_ns, events, performed, news;
    uint32_t empty_turns; /* in a row, until then */
};

struct blocks {
    const struct block **item;
    size_t count, room;
};

/* A loop and what the program makes in it: one for the program itself, and one for each of its
 * `loop` blocks. */
struct host {
    const struct host_config *config;
    struct host *main; /* the program's own host; itself, unless this is a `loop` block's */
    pthread_t self;    /* the thread that runs this loop */
    const struct loop_backend *backend; /* the tested backend, wrapped by calls.h */
    const struct layer *layer;
    struct loop *loop;       /* NULL once it is released */
    struct loop *calls;      /* the same, until the host is released */
    const struct step *step; /* the current step; NULL if none */
    uint64_t performed;      /* steps so far */
    struct offer offer;
    struct record record;
    struct object **by_name; /* by string id: the latest object made under the name */
    struct object *objects;  /* all objects, newest first */
    uint32_t *first;         /* by slot: how often a `first` step was reached */
    struct loop_handle *observer[2];
    struct loop_handle *waker; /* wakes a loop whose run is cut short during its wait; or NULL */
    /* For a core program on a loop that has no end, see end.c: */
    struct loop_handle *end_timer; /* checks whether the program is over; NULL until needed */
    bool end_timer_is_started;     /* end_timer is started */
    uint32_t end_turns;            /* how often it was started since the last callback */
    uint64_t end_calls;            /* how often it was called: waits that the host has ended */
    /* Callbacks so far, without those of every turn; and when the timer was started. */
    uint64_t called, end_called;
    uint64_t end_delay_ms;       /* how long the timer waits for threads and processes */
    uint64_t ended_ns;           /* when nothing was left, if the program is over */
    atomic_uint threads_running; /* threads of the program that have not ended */
    uint64_t threads_end_ns;     /* when the last of them is to end */
    jmp_buf *step_exit;          /* leaves the current step, if the process is reused */
    pthread_t *thread;
    size_t thread_count, thread_room;
    char *blank; /* bytes to write to streams, PROGRAM_COUNT_MAX of them; NULL until needed */
    /* Of the program's own host only: */
    struct second *seconds;
    pthread_mutex_t recording; /* guards the trace while there are second loops */
    pthread_mutex_t leaving;   /* taken by the thread that ends the process */
    uint64_t origin_ms;        /* the loop's clock when the program began */
    uint64_t latest_ms;        /* the loop's clock when last read, since the program began */
    /* The loop's clock cannot be read. It may be cached, and show any time from the end of the latest
     * wait on. */
    bool hides_clock;
    uint64_t waited_ns; /* when that was: at the callback that came after a wait */
    uint64_t left_ns;   /* when the latest callback ended */
    /* How much of the first millisecond was over when a program began that counts in parts of
     * one: the loop's clock shows the next so much sooner. */
    uint64_t part_ns;
    pthread_t thread_of_run;    /* the thread that is in the backend's run(), or was last */
    bool has_run;               /* run() has been called */
    bool is_in_run;             /* run() has not returned */
    uint64_t turn_began_ns;     /* when the latest turn began */
    uint64_t turn_began_events; /* number of events at that time */
    uint32_t idle_turns;        /* turns since then that took time but called nothing */
    bool was_checked;           /* starvation was checked at least once; see starve.c */
    uint64_t checked_waits;     /* see starve.c; at the latest check */
    int64_t result;             /* of the latest call */
    int64_t status;             /* status of the running callback */
    int64_t
        reported; /* the running callback's second result, such as the signal or the poll events */
    char changed[256]; /* the file that a watch's callback reports */
    bool thrown;       /* a step threw: skip the rest of the callback */
    bool last_run;     /* the main program is done: run the loop to its end */
    bool is_over;      /* the program is at its end; the loop was told to stop */
    /* The run is over or was cut short: callbacks are neither recorded nor performed. A thread of the
     * program's looks, too. */
    atomic_bool ending;
    struct blocks handler[EVENT_COUNT]; /* handlers registered by `on` */
    struct jobs *jobs;                  /* NULL if the layer has no microtasks */
    struct node *node;                  /* the node layer's own */
    struct browser *browser;            /* the browser layer's own */
};

enum { OBJECT_GIVEN_MAX = 3 };

/* A handle or a request of the program. Kept to the end, closed or not. Layers embed it as the
 * first member of their own structs. */
struct object {
    struct host *host;
    struct object *next;
    const struct step *step;  /* the step that made it */
    const struct block *body; /* body of its callback; `read` sets that of a stream */
    const struct block *given[OBJECT_GIVEN_MAX]; /* bodies of callbacks that later starts give it */
    enum trace_kind kind;
    struct loop_handle *handle;   /* NULL once closed, or if the kind has no handle */
    struct loop_request *request; /* NULL once done */
    struct world_fd *fd;
    struct world_socket *socket;
    struct world_name *lookup;
    void *bytes;               /* buffer that a request fills */
    struct world_file *file;   /* the file or folder that this is */
    const char *path;          /* path of the watched file */
    struct world_child *child; /* a child that does not end at once */
    int child_pid;
    uint8_t signal;             /* the signal that it watches, or did last */
    uint64_t due_ns, repeat_ms; /* of timers; jobs: due_ns is when the job ended */
    uint64_t early_ns;          /* of timers: when it may be due by a clock that cannot be read */
    uint32_t cause;             /* as in struct trace_event */
    uint64_t calls;             /* how often it was called */
    uint64_t
        owed_since_ns;   /* at the latest check for starvation (starve.c): since when it was due, */
    uint64_t owed_calls; /* and how often it had been called */
    bool awaited;        /* its callback is certain to come */
    atomic_bool sent;    /* a wake-up that was sent and not yet called */
    bool closing;
    bool attached;              /* a datagram handle that is connected to an address */
    const struct block *closed; /* body of the close callback */
    uint32_t closed_cause;
};

/* How a callback is recorded. */
struct host_callback {
    enum trace_kind kind;
    uint32_t label;
    uint64_t due_ns;
    uint32_t cause;
    uint32_t line; /* line of the step that made it; 0 if unknown */
};

/* ---- early_exit.c ---- */
/* End the run: end the process or, if it is reused, leave the current step and tell the loop to
 * stop. Returns only if the process is reused and no step is being performed. */
void host_cut(struct host *h, enum trace_outcome outcome);
/* Record when the program ended, and after how many waits. */
void host_note_end(struct host *h);
/* Call it after each turn of the loop. If too many turns led to nothing, the loop is stuck. */
void host_note_turn(struct host *h);
/* As host_cut(), but called from within a step; never returns. */
_Noreturn void host_leave(struct host *h, enum trace_outcome outcome);
void host_fail(struct host *h, const struct step *s, const char *fmt, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* Called from a callback when the program is at its end but the loop's run is not: tell the loop to
 * stop. If it cannot be stopped, end the process. */
void host_end_run(struct host *h);
/* As host_cut(), called by the recorder when the trace is full, and by the world; `arg` is the
 * host. */
void host_full(void *arg, enum trace_outcome outcome);
void host_stuck(void *arg, const char *waiters);
void host_spun(void *arg, unsigned times);
void host_failed(void *arg, const char *why);
/* Recorded at once, since the loop may abort next. */
void host_note_shortage(void *arg, const char *what);
/* As host_note_shortage(), if the machine lacks its loopback interface. Keeps errno. */
void host_note_loopback(struct host *h);
/* Perform `act`; host_leave() within it returns here. */
void host_guard(struct host *h, void (*act)(struct host *h, void *arg), void *arg);
void host_make_waker(struct host *h); /* call it after the observers are started */

/* ---- host.c ---- */
/* Initialise a host: the program's, or one for a loop beside `main`. */
void host_init(struct host *h, const struct host_config *config, struct host *main);
void host_open(struct host *h); /* opens its loop */
void host_perform(struct host *h, const struct block *block);
/* Record a callback and call `act` for it; does nothing once the run is over. */
void host_enter(struct host *h, const struct host_callback *c,
                void (*perform)(struct host *h, void *arg), void *arg);
/* As host_enter(), for a body, if there is one; sets `h->thrown` if it threw. */
void host_call(struct host *h, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body);
int host_turn(struct host *h, enum loop_mode mode); /* run the loop; returns what it returned */
void host_turn_default(struct host *h);             /* for the host itself: it must not fail */
bool host_is_endless(const struct host *h);         /* does its run end only when it is stopped? */
void host_close(struct host *h);          /* closes everything, then the loop; records nothing */
void host_release(struct host *h);        /* frees the host */
int host_wait_on(int fd, int timeout_ms); /* 1 readable, 0 timed out, -EINTR */
uint64_t host_loop_ms(struct host *h);    /* the loop's clock since the program began */
bool host_has_step(const struct block *b, enum step_kind kind);    /* at any depth */
const char *host_name(const struct host *h, const struct step *s); /* the step's name */

/* ---- starve.c ---- */
/* Check for starvation after this many callbacks: if somebody starves, the run ends there. */
enum { STARVE_CHECK_EVERY = 1 << 16 };
void starve_look(struct host *h, const struct host_callback *last);

/* ---- end.c ---- */
/* Call it before the last run and after each callback in it: if nothing is left, prepare the end of
 * the run. */
void end_watch(struct host *h);
/* Call it before each callback, except those of every turn: the program must not see the timer. */
void end_pause(struct host *h);

/* ---- object.c ---- */
/* Make an object of `size` bytes, which begins with a struct object. */
void *object_add(struct host *h, const struct step *s, enum trace_kind kind, size_t size);
/* The object that a step names. It must exist; if it has a handle, that must not be closed. */
struct object *object_find(struct host *h, const struct step *s);
/* As object_find(), and it must not be closing either. */
struct object *object_find_open(struct host *h, const struct step *s);
/* The object that it is made from; as object_find(). */
struct object *object_find_source(struct host *h, const struct step *s);
struct object *object_add_handle(struct host *h, const struct step *s, enum trace_kind kind,
                                 enum loop_kind loop_kind, int fd);
/* The callbacks of every handle and every request; `arg` is the object. */
loop_callback object_called, object_done;
void object_give(struct host *h, const struct step *s);
void object_give_nothing(struct host *h, const struct step *s);
/* Record a callback and perform its body; `observe status` shows `status`. */
void object_call(struct object *o, int status, const struct block *body);
/* Store when a timer is due, counted from now, and which callback started it. */
void object_plan(struct object *o, uint64_t after_ms);
uint64_t object_ms(uint64_t ns); /* a step's duration in whole milliseconds, for the backend */
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
/* The path of the file that a step is made from; borrowed from that. */
const char *file_path(struct host *h, const struct step *s);

/* ---- names.c ---- */
/* The values of observations: 1 or 0, a number, or an errno. */
int64_t name_path(struct host *h, const struct step *s);
int64_t name_address(struct host *h, const struct step *s);
int64_t name_is_changed(struct host *h, const struct step *s);
int64_t tune_look(struct host *h, const struct step *s);
step_function tune_set;
/* Before a callback of a watch runs: store the name of the changed file that the loop reports. */
void name_note_changed_file(struct object *o, enum trace_kind kind);

/* ---- process.c ---- */
step_function process_make_signal, process_make_child, process_raise, process_kill, process_block,
    process_make_nowhere;
/* Start a signal handle: for the signal that the step names, else for the one it was made for. */
void process_start_signal(struct host *h, struct object *o, const struct step *s);

/* ---- second_loop.c ---- */
step_function second_loop_make;
/* Waits until all second loops have ended, and releases them. */
void second_loop_join(struct host *h);

/* ---- choices.c ---- */
/* Before the world begins: what its clock is to show. */
uint64_t choice_of_beginning(struct host *h);
/* What the schedule says, for the world. */
unsigned choice_make(void *host, enum world_choice kind, unsigned ways, uint64_t alike);
/* See is_loop_patient in world.h. */
bool choice_is_loop_patient(const struct program *p);
/* Points at which a millisecond may have passed: before the loop checks its timers, before a timer
 * is started, before the loop is told to read its clock. A choice only if it would change which
 * timers are due, or which are due together. */
void choice_before_timers(struct host *h);
void choice_before_start(struct host *h, uint64_t after_ns);
void choice_before_reading(struct host *h);
bool choice_is_drawn_at_once(struct host *h); /* does a page that asked for a frame draw it now? */
bool choice_is_engine_first(struct host *h);  /* does the engine run a callback of its own first? */

/* ---- steps.c ---- */
step_function step_log, step_observe, step_busy, step_repeat, step_first;
/* For layers with a queue of microtasks. */
step_function step_on, step_throw, step_queue_again;
#endif
