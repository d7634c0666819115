/* task_state.h - what the kernel says about another process. Inner to this folder. */
#ifndef WORLD_TASK_STATE_H
#define WORLD_TASK_STATE_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum task_state {
    TASK_GONE,   /* it has ended, even if its parent has not reaped it */
    TASK_RUNS,   /* one of its threads has a processor, waits for one, or for a disk */
    TASK_SLEEPS, /* all of its threads sleep or are stopped */
};

enum task_state task_state(pid_t pid);
/* Is it TASK_GONE? That costs less than task_state(). */
bool task_is_gone(pid_t pid);
/* Is it stopped, as by SIGSTOP? */
bool task_is_stopped(pid_t pid);
/* As task_state(). `*mark` changes whenever one of its threads has run. */
enum task_state task_state_marked(pid_t pid, uint64_t *mark);
/* As task_state(), but TASK_RUNS also if one of its descendants runs. Those for which `is_known`
 * returns true are left out. */
enum task_state task_state_of_tree(pid_t pid, bool (*is_known)(pid_t pid));
#endif
