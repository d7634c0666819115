/* smoke_checks.h - the checks that `smoke` runs on an adapter. They do not check in which order the
 * loop does things, but whether the adapter does what it is asked to: each check is a small
 * scenario that has the same outcome on every loop. Inner to this folder. */
#ifndef RUNNER_COMMAND_SMOKE_CHECKS_H
#define RUNNER_COMMAND_SMOKE_CHECKS_H
#include "reports/result/result.h"

/* Where the scenario runs. */
enum smoke_where { SMOKE_ANYWHERE, SMOKE_LOOP, SMOKE_PROCESS, SMOKE_PAGE };

struct smoke_check {
    const char *promise;
    const char *scenario; /* without its head; "workers 2|..." adds a header line */
    const char *expected; /* "any": logs are not judged */
    const char *remedy;   /* what to check if it fails */
    bool is_script;
    enum smoke_where only;
    /* The verdict that it must have; VERDICT_PASS unless it is meant to go wrong. */
    enum verdict verdict;
    uint64_t unless; /* not made if the backend has one of these capabilities */
    uint64_t asks;   /* capabilities that it checks, besides those that its words need */
};

struct smoke_checks {
    enum smoke_where where;
    const char *program_head, *script_head;
    const struct smoke_check *check;
    size_t count;
};

/* For loops, by backend.h. */
extern const struct smoke_checks smoke_loop;
/* For adapters of external runtimes: processes of layer node, and pages of layer browser. */
extern const struct smoke_checks smoke_process;
extern const struct smoke_checks smoke_page;
#endif
