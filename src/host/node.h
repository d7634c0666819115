/* node.h - the queues that Node lays over a loop. Inner to this folder.
 *
 *   node_queues.c   ticks; when queues are drained; rejections and errors that nobody caught
 *   node_timers.h   timeouts and intervals: a list per delay, the earliest list first
 *                   (node_lists.c, node_timers.c, node_firing.c)
 *   node.c          immediates, files, sockets; the life of the process; the steps
 *
 * A callback of the loop's is run in a scope: when it is done, and did not throw,
 * both queues are drained. Functions that run scripts return false if an error got
 * out of them, after its handlers have run; then what is left waits for the next
 * scope. */
#ifndef HOST_NODE_H
#define HOST_NODE_H
#include "host/jobs.h"

/* What differs between versions of Node; see node_policy.c. */
struct node_policy {
    unsigned drain_each; /* drain the queues after every timer and immediate, not after the batch */
    unsigned handle_per_list; /* each list of timers has its own timer in the loop */
    unsigned unref_detaches;  /* unref() removes a timer from its list for good */
    unsigned overdue_waits;   /* an interval that is overdue after its callback waits 1 ms more */
    /* Delays are rounded down to whole milliseconds before timers are grouped by delay. */
    unsigned whole_delays;
    unsigned await_jobs;        /* how many microtasks an await of a settled promise takes */
    unsigned refresh_reads;     /* refresh() reads the clock even if the timeout was cleared */
    unsigned refresh_revives;   /* refresh() of a timeout that has fired holds the process */
    unsigned fresh_poll;        /* the loop reads the clock before it computes the wait */
    unsigned main_throw_drains; /* ticks run after an error in the main script */
    unsigned check_drains;      /* the check phase first drains what an error left in the queues */
    unsigned catch_hushes;      /* handling one rejection in time delays the report of all others */
    unsigned rejection_fatal;   /* a rejection without handlers ends the process */
    unsigned file_requests;     /* how many requests reading a whole file takes */
};

struct node_policy node_policy_of(struct version node);

struct node {
    struct host *host;
    struct node_policy policy;
    int exit_code;
    bool exiting; /* the exit handlers have been called, or are being called */
    struct jobs jobs;
    /* node_queues.c */
    struct job_queue ticks;
    bool tick_scheduled;
    bool in_requests; /* the latest callback was a request's, and poll goes on */
    /* node_timers.h */
    struct timers *timers;
    /* node.c */
    struct immediate *immediate_head, *immediate_tail; /* for the next check phase */
    struct immediate *outstanding;                     /* left over from the running check phase */
    bool has_outstanding;
    size_t immediate_count, immediate_refs;
    struct loop_handle *check, *idle, *prepare;
};

/* ---- node_queues.c ---- */
/* The scope of a callback ends: drain both queues. */
bool node_drain(struct node *n);
/* As node_drain(), between two timers or immediates of one batch. */
bool node_drain_between(struct node *n);
/* Between two callbacks of the loop: drain what an error left in the queues, if the engine runs a
 * callback of its own first. */
void node_drain_after_engine(struct node *n);
/* Run a body as a callback. False if it threw; then the handlers have run. */
bool node_call(struct node *n, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body);
/* `h->thrown` is set: run the handlers, or end the process. */
void node_uncaught(struct node *n);
/* Run the handlers of an event; false if there are none. */
bool node_emit(struct node *n, enum step_event event, int status);
/* Exit the process. Returns only as host_cut() does, or if an exit handler threw: then the process
 * goes on with that error. */
void node_exit(struct node *n, int code);
step_function node_do_tick;
void node_queues_release(struct node *n);

/* ---- node_lists.c ---- */
bool node_timers_have_due(struct host *h, uint64_t from_ns, uint64_t to_ns);

/* ---- node_timers.c ---- */
step_function node_make_timer, node_clear_timer, node_refresh_timer, node_ref_timer;

/* ---- node_firing.c ---- */
void node_timers_open(struct node *n);
void node_timers_close(struct node *n);

/* ---- node.c ---- */
/* Make the loop run one more iteration, as Node does after an error that was handled. */
void node_force_iteration(struct node *n);
#endif
