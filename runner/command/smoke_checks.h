/* smoke_checks.h - the checks that `smoke` makes of an adapter. Not how the loop orders
 * things, but whether the adapter does what is asked of it: each check is a small
 * scenario whose outcome no loop may vary. Inner to this folder. */
#ifndef RUNNER_COMMAND_SMOKE_CHECKS_H
#define RUNNER_COMMAND_SMOKE_CHECKS_H
#include "reports/result/result.h"

/* What performs the scenarios. */
enum smoke_where { SMOKE_ANYWHERE, SMOKE_LOOP, SMOKE_PROCESS, SMOKE_PAGE };

struct smoke_check {
    const char *promise;
    const char *scenario; /* without its head; `workers 2|...` has a line of that */
    const char *expected; /* "any" for whatever it logs */
    const char *remedy;   /* what to look at when it fails */
    bool is_script;
    enum smoke_where only;
    enum verdict verdict; /* as it must end; VERDICT_PASS unless it is meant to go wrong */
};

struct smoke_checks {
    enum smoke_where where;
    const char *program_head, *script_head;
    const struct smoke_check *check;
    size_t count;
};

/* For adapters of runtimes outside of this program: by processes of layer node, and by
 * pages of layer browser. */
extern const struct smoke_checks smoke_process;
extern const struct smoke_checks smoke_page;
#endif
