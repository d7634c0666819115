/* host.h - runs a scenario program on a loop. Each step of a core program is one call of the
 * backend, each callback one event of the trace; the outcome is recorded in the trace, too. A
 * program may do anything, so it runs in a process of its own. For thousands of small programs that
 * would cost more than the programs themselves: with `reuse`, one process runs several of them one
 * after the other, where possible. */
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
    const char *args; /* arguments of the backend; "" for none */
    struct profile profile;
    enum world_clock clock;
    /* The backend is a plug-in: its clock ticks (struct world_config), and leak_check.h checks what
     * it leaves behind. */
    bool foreign;
    uint64_t begin_ns;   /* what the virtual clock shows at first; 0 for the usual */
    struct trace *trace; /* empty */
    /* Decides what the rules leave open; each decision is recorded. NULL: the usual choice, and
     * nothing is recorded. */
    const struct schedule *schedule;
    /* Not NULL: the process will run another program afterwards. In: an open, empty loop that an
     * earlier run left, or NULL. Out: the same, from this run. */
    struct loop **reuse;
};

/* Run the program and end the process, with status 0 once the outcome is recorded. */
_Noreturn void host_run(const struct host_config *config);

/* As host_run(), but return. A run that ends by itself returns with everything closed. A run that
 * is cut short (its budget is used up, nothing could ever wake it, a step makes no sense, it exits)
 * leaves the loop in the middle of its work: with `reuse` this returns, too, if possible; otherwise
 * the process ends as in host_run(). */
void host_play(const struct host_config *config);

/* The capabilities that the program needs of a backend under our hosts: LOOP_CAN_*. */
uint64_t host_needs(const struct program *p);
/* The capabilities that its words need by themselves: for a runtime that is its own host. */
uint64_t host_needs_of_words(const struct program *p);
#endif
