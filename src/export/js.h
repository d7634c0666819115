/* js.h - a scenario program of layer node or browser as JavaScript: the repro that a
 * maintainer runs without loopspec, and what external runtimes are tested with.
 *
 * Of layer browser it is a classic script for a page, which prints the labels to the
 * console. A page draws frames only while it is visible. When the budget of callbacks
 * is used up the page goes on, but each callback ends where it begins.
 *
 * Of layer node it is a CommonJS program for Node 8 and later, Bun and Deno. It does with
 * the platform's own API what the scenario says, and prints the labels one a line
 * in the order of the logs, observations as `label = value`. Nothing is lost at an
 * exit, since it writes synchronously. What comes through standard input Node would run
 * from a poll callback; then the program begins again, as a main script.
 *
 * Where the platform has no such thing, it is built from what there is:
 * - a job in the pool is a write to a pipe, whose reader first sleeps: the time
 *   counts from when a thread takes the job, as it must, and is some milliseconds
 *   longer, as a process is started in it;
 * - a lookup asks for this machine's own name, and takes what time it takes;
 * - a socket is connected beforehand, and so is the descriptor of a poll. That takes
 *   turns of the loop, so that the scenario's main part then runs in a close
 *   callback: timers, poll and immediates follow that as they follow a main script.
 *   The difference shows only in what a throw there does to queued ticks. */
#ifndef EXPORT_JS_H
#define EXPORT_JS_H
#include "scenario/program.h"
#include "scenario/script.h"

/* Returns the program, owned by the caller. NULL with `*d` filled in if it cannot be written in
 * JavaScript: it is of layer core, or polls for a writable descriptor. */
char *export_js(const struct program *p, struct diag *d);

/* A script together with the log() that it calls, so that it prints its trace in the same way (in a
 * page, to the console). Owned by the caller. */
char *export_script(const struct script *s);
#endif
