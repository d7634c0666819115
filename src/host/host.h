/* host.h - a scenario program, run over a loop.
 * The core host adds nothing of its own: each step is one call of the vtable, each
 * callback one event of the trace. It leaves the outcome in the trace.
 *
 * A program may do anything, so it runs in a process of its own. Where thousands of
 * small ones are run a process each would cost more than all the rest: with `reuse`
 * one process runs one after the other, as far as that goes. */
#ifndef HOST_HOST_H
#define HOST_HOST_H
#include "interface/backend.h"
#include "explore/schedule.h"
#include "profile/profile.h"
#include "scenario/program.h"
#include "trace/trace.h"
#include "world/world.h"

struct host_config {
    const struct program *program;
    const struct loop_backend *backend;
    const char *args; /* for the backend; "" for none */
    struct profile profile;
    enum world_clock clock;
    /* The backend is a plug-in: its clock ticks (struct world_config), and what it leaves behind
     * in the process is looked at. */
    bool foreign;
    struct trace *trace; /* empty */
    /* What to choose where the rules leave it open; each such point is recorded. NULL: the
     * usual, and nothing is. */
    const struct schedule *schedule;
    /* Not NULL: the process is to run another program after this one. An open loop
     * with nothing in it, as an earlier run has left it, or NULL; afterwards the same. */
    struct loop **reuse;
};

/* Runs the program and ends the process: with 0 once the outcome is recorded. */
_Noreturn void host_run(const struct host_config *config);

/* The same for a process that goes on. A run that comes to its end returns with everything
 * closed. One that is cut short (its budget is used up, nothing could ever wake it, a step
 * makes no sense, it exits) leaves the loop in the midst of something: with `reuse` it is
 * led out of there and returns too; without, and wherever that cannot be done, the process
 * ends as above. */
void host_play(const struct host_config *config);

/* What the program asks of a backend under our hosts: LOOP_CAN_*. */
uint64_t host_needs(const struct program *p);
/* What its words alone ask for: of a runtime that is its own host. */
uint64_t host_needs_of_words(const struct program *p);
#endif
