/* node_timers.h - timeouts and intervals, as Node keeps them. Inner to these files, of
 * which none knows the next:
 *
 *   node_lists.c    the timers of one delay are a list; the loop's timers that serve lists
 *   node_timers.c   what a program does with timers
 *   node_firing.c   what happens when the loop's timers are due
 *
 * Timers of one delay are a list in the order of their start; a list knows when its
 * first member is due, and the earliest list goes first (TIMER-41). From Node 11 on
 * one timer of the loop's serves all lists; before, each list has one. */
#ifndef HOST_NODE_TIMERS_H
#define HOST_NODE_TIMERS_H
#include "host/node.h"

#define TIMERS_NEVER UINT64_MAX

struct timer {
    struct object object;
    struct timer_list *list; /* NULL while it is in none */
    struct timer *next, *prev;
    uint64_t delay_ns; /* clamped; timers are grouped by it */
    uint64_t start_ms;
    bool repeats;
    bool referenced;
    bool destroyed; /* fired or cleared: it no longer holds the process */
    bool cleared;
    /* Node < 11: */
    bool called;           /* at least once */
    bool cleared_by_unref; /* it had fired: a further unref() reads the clock again */
    /* A list of its own after unref(): the timer is its owner, not a member. */
    struct timer_list *own;
    bool own_waits; /* `own` is set and not yet due */
};

struct timer_list {
    struct timer_list *next;
    struct timers *timers;
    struct timer *head, *tail;
    uint64_t delay_ns;
    uint64_t expiry_ms;
    uint64_t id; /* breaks ties: the list that is older, or waits longer, first */
    /* Node < 11: */
    struct loop_handle *handle;
    uint64_t due_ms;     /* when the handle is due; may be later than an overdue member */
    struct timer *owner; /* the timer that the handle serves instead of the members */
};

struct timers {
    struct node *node;
    struct timer_list *lists; /* the lists, by their delay */
    struct timer_list *gone;  /* removed while they were being run; freed at the end */
    uint64_t ids;
    uint64_t next_expiry_ms; /* what the loop's timer is set for, or TIMERS_NEVER */
    size_t refs;
    struct loop_handle *handle;
    loop_callback *on_list_due; /* callback of a list's handle; `arg` is the list */
    uint64_t called_ms;         /* Node < 11: when the list that was called last was due */
};

/* ---- node_lists.c ---- */
/* Update and read the loop's clock, as Node does whenever it starts a timer. */
uint64_t timers_now_ms(struct timers *t);
/* As timers_now_ms(), to check waiting timers: Node < 11 also updates the clock within a phase. */
uint64_t timers_look_ms(struct timers *t);
/* As timers_now_ms(), for a timer that is to be due after a delay. */
uint64_t timers_start_ms(struct timers *t, uint64_t delay_ns);
void timers_set(struct timers *t, uint64_t after_ms); /* sets the one timer of the loop */
/* One more timer, or one less, holds the process. */
void timers_count(struct timers *t, bool up);
/* Lists are borrowed and live as long as `*t`. NULL if there is none. */
struct timer_list *timers_find_list(const struct timers *t, uint64_t delay_ns);
struct timer_list *timers_earliest_list(const struct timers *t);
/* Start a timer: append it to the list of its delay, which is made if necessary. */
void timers_insert(struct timers *t, struct timer *timer, uint64_t start_ms);
void timers_free_lists(struct timers *t);

/* Make a list for a delay and start the loop's timer for it. */
struct timer_list *timer_list_new(struct timers *t, uint64_t delay_ns, uint64_t start_ms);
uint64_t timer_list_ms(const struct timer_list *l);           /* its delay */
void timer_list_set(struct timer_list *l, uint64_t after_ms); /* Node < 11: starts its handle */
/* Node < 11: references its handle, if that is open. */
void timer_list_ref(struct timer_list *l, bool referenced);
/* Remove it from the lists that are found by delay. It may be the list that is being run, so it is
 * only put aside. */
void timer_list_hide(struct timer_list *l);
void timer_list_drop(struct timer_list *l); /* as timer_list_hide(), and close its handle */

void timer_unlink(struct timer *t); /* does nothing if it is in no list */
bool timer_is_waiting(const struct timer *t);

/* ---- node_timers.c ---- */
/* The timer has fired or was cleared for good, and no longer holds the process. */
void timers_retire(struct timers *t, struct timer *timer);
/* Node < 11: start a timer again that has left its list. */
void timers_start_own(struct timers *t, struct timer *timer);
#endif
