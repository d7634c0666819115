/* browser.h - the event loop of a page, laid over a loop. Inner to this folder.
 *
 *   browser_tasks.c    tasks: one at a time, and all microtasks behind each
 *   browser_timers.c   timeouts and intervals, as HTML has them
 *   browser.c          frames; who hears of an error or a rejection; the steps
 *
 * HTML lets a page take its tasks from several sources in whichever order it likes.
 * This one takes them in the order in which they fell due, unless it is chosen otherwise,
 * and has one timer of the loop's that wakes it for the next. */
#ifndef HOST_BROWSER_H
#define HOST_BROWSER_H
#include "host/jobs.h"

struct browser;

enum task_source { SOURCE_TIMERS, SOURCE_FRAMES, SOURCE_REJECTIONS };

/* Something that the page does in one go. Embedded in what it does it for. */
struct task {
    enum task_source source;
    uint64_t delay_ms; /* of a timer: a smaller one may overtake a larger one (BROWSER-16) */
    struct task *next, *prev;
    uint64_t due_ns;
    bool posted; /* it waits for its turn */
    void (*run)(struct browser *b, void *owner);
    void *owner;
};

struct browser {
    struct host *host;
    struct jobs jobs;
    struct task *first, *last; /* by due instant; of equal ones, as they were posted */
    struct loop_handle *handle;
    unsigned nesting; /* the running task is a timer's, and this its level; else 0 */
    struct frame *frame_first, *frame_last; /* for the next frame, in the order of requests */
    struct task frame_task;
};

/* ---- browser_tasks.c ---- */
void browser_tasks_open(struct browser *b);
void browser_tasks_close(struct browser *b);
/* Perform tasks until none is left. */
void browser_tasks_run(struct browser *b);
void task_post(struct browser *b, struct task *t, uint64_t due_ns);
/* Is a task posted for one of these instants? */
bool browser_has_due(struct host *h, uint64_t from_ns, uint64_t to_ns);
void task_drop(struct browser *b, struct task *t); /* no harm if it is not posted */

/* ---- browser_timers.c ---- */
step_function browser_make_timer, browser_clear_timer;

/* ---- browser.c ---- */
/* All microtasks; then a task is posted for what they left rejected. */
void browser_checkpoint(struct browser *b);
/* Run a callback; an error in it is reported, and that is all. */
void browser_call(struct browser *b, const struct object *o);
#endif
