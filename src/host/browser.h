/* browser.h - the event loop of a page, on top of a loop. Inner to this folder.
 *
 * browser_tasks.c: tasks, one at a time, with all microtasks after each
 * browser_timers.c: timeouts and intervals, by HTML's rules
 * browser.c: frames, reports of errors and rejections, the steps
 *
 * HTML lets a page take tasks from several sources in any order. This page takes them in the order
 * in which they fell due, unless a schedule says otherwise. One timer of the loop wakes it for the
 * next task. */
#ifndef HOST_BROWSER_H
#define HOST_BROWSER_H
#include "host/jobs.h"

struct browser;

enum task_source { SOURCE_TIMERS, SOURCE_FRAMES, SOURCE_REJECTIONS };

/* A task. Embedded in the struct of what it runs. */
struct task {
    enum task_source source;
    /* Of a timer: one with a smaller delay may overtake a larger one (BROWSER-16). */
    uint64_t delay_ms;
    struct task *next, *prev;
    uint64_t due_ns;
    bool posted; /* it is in the queue */
    void (*run)(struct browser *b, void *owner);
    void *owner;
};

struct browser {
    struct host *host;
    struct jobs jobs;
    struct task *first, *last; /* ordered by due instant; equal ones in the order of posting */
    struct loop_handle *handle;
    unsigned nesting; /* nesting level of the running timer's task; 0 if the task is no timer's */
    /* Requested for the next frame, in the order of requests. */
    struct frame *frame_first, *frame_last;
    struct task frame_task;
};

/* ---- browser_tasks.c ---- */
void browser_tasks_open(struct browser *b);
void browser_tasks_close(struct browser *b);
/* Run tasks until none is left. */
void browser_tasks_run(struct browser *b);
void task_post(struct browser *b, struct task *t, uint64_t due_ns);
/* Is a task posted for one of these instants? */
bool browser_has_due(struct host *h, uint64_t from_ns, uint64_t to_ns);
void task_drop(struct browser *b, struct task *t); /* does nothing if it is not posted */

/* ---- browser_timers.c ---- */
step_function browser_make_timer, browser_clear_timer;

/* ---- browser.c ---- */
/* Run all microtasks, then post a task if they left a rejection to report. */
void browser_checkpoint(struct browser *b);
/* Run a callback. An error in it is reported and goes no further. */
void browser_call(struct browser *b, const struct object *o);
#endif
