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

/* What changed between versions of Node; see node_policy.c. */
struct node_policy {
    unsigned drain_each; /* queues are drained after every timer and immediate, not the batch */
    unsigned handle_per_list; /* each list of timers has a loop timer of its own */
    unsigned unref_detaches;  /* a timer that was unreferenced is in no list any more */
    unsigned overdue_waits;   /* an interval that its callback made overdue waits 1 ms more */
    unsigned whole_delays;    /* a delay is cut to whole milliseconds before lists are told apart */
    unsigned await_jobs;      /* that an await of a settled promise takes */
    unsigned refresh_reads;   /* the clock, even if the timeout was cleared */
    unsigned refresh_revives; /* a timeout that was called holds the process after a refresh */
    unsigned fresh_poll;      /* the wait is computed from a clock that was just read */
    unsigned main_throw_drains; /* an error in the main script does not hold up the ticks */
    unsigned check_drains;      /* what an error left in the queues is drained when check begins */
    unsigned catch_hushes;      /* handling one rejection in time puts off the report of all */
    unsigned rejection_fatal;   /* a rejection without handlers ends the process */
    unsigned file_requests;     /* that reading a whole file takes */
};

struct node_policy node_policy_of(struct version node);

struct node {
    struct host *host;
    struct node_policy policy;
    int exit_code;
    bool exiting; /* the handlers of exit are being called, or were */
    struct jobs jobs;
    /* node_queues.c */
    struct job_queue ticks;
    bool tick_scheduled;
    bool in_requests; /* the latest callback was that of a request, and poll goes on */
    /* node_timers.h */
    struct timers *timers;
    /* node.c */
    struct immediate *immediate_head, *immediate_tail; /* for the next check phase */
    struct immediate *outstanding;                     /* of the running one */
    bool has_outstanding;
    size_t immediate_count, immediate_refs;
    struct loop_handle *check, *idle, *prepare;
};

/* ---- node_queues.c ---- */
/* A scope of the loop's ends: drain both queues. */
bool node_drain(struct node *n);
/* The same between two timers or immediates of one batch. */
bool node_drain_between(struct node *n);
/* Between two callbacks of the loop: what an error left in the queues is drained if the
 * engine has a callback of its own first. */
void node_drain_by_engine(struct node *n);
/* Run a body as a callback; false if it threw, and then its handlers have run. */
bool node_call(struct node *n, enum trace_kind kind, uint32_t label, uint64_t due_ns,
               uint32_t cause, const struct block *body);
/* `h->thrown` is set: run the handlers, or end the process. */
void node_uncaught(struct node *n);
/* Run the handlers of an event; false if there are none. */
bool node_emit(struct node *n, enum step_event event, int status);
/* The run ends here; returns only as host_cut() does, or with an error under way if a
 * handler of exit threw: then the process goes on with that. */
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
/* Keep the loop turning once more, as Node does after an error that was handled. */
void node_nudge(struct node *n);
#endif
