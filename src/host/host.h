/* host.h - a scenario program, run over a loop.
 * The core host adds nothing of its own: each step is one call of the vtable, each
 * callback one event of the trace. It runs in a process of its own, one program a
 * process, and leaves the outcome in the trace. */
#ifndef HOST_HOST_H
#define HOST_HOST_H
#include "backend/backend.h"
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
};

/* Runs the program and ends the process: with 0 once the outcome is recorded. */
_Noreturn void host_run(const struct host_config *config);

/* What the program asks of a backend under our hosts: LOOP_CAN_*. */
uint32_t host_needs(const struct program *p);
/* What its words alone ask for: of a runtime that is its own host. */
uint32_t host_needs_of_words(const struct program *p);
#endif
