/* target.h - a backend to test, and the terms on which it is tested. */
#ifndef RUNNER_JUDGE_TARGET_H
#define RUNNER_JUDGE_TARGET_H
#include "reports/result/result.h"
#include "runner/options/options.h"
#include "runner/server/server.h"
#include "runner/suite/suite.h"

enum { TARGET_NOTE_MAX = 512 };

struct target {
    const char *spec;                     /* as named after -b */
    const char *cases_dir, *expected_dir; /* as named on the command line; NULL: they were not */
    struct server *server;                /* the first; see server_idle() */
    struct server_info info;
    struct profile profile; /* --profile, or the one that follows from the backend */
    char profile_name[64];
    char note[TARGET_NOTE_MAX]; /* on what terms it is judged, where that is not plain; or "" */
    bool real_clock;            /* asked for, or the backend cannot do without */
    uint32_t timeout_ms;
    uint64_t until_ns;               /* of now_ns(): no case runs much longer; 0 for no such end */
    const struct schedule *schedule; /* where the rules leave it open; NULL for the usual */
    uint32_t mutant;                 /* see struct server_job */
};

/* One that is not open: there is nothing to ask it but what it is called. */
void target_init(struct target *t, const char *spec, const struct options *o);
/* -1 with `*d`; then it is not. */
int target_open(struct target *t, const char *spec, const struct options *o, struct diag *d);
void target_close(struct target *t);
/* Judge it by another profile than it was opened with. */
void target_set_profile(struct target *t, struct profile profile);
struct result_run target_describe(const struct target *t);
/* Print the note, if there is one, to stderr: for a command that prints no head. */
void target_tell_note(const struct target *t);

/* The profile that a scenario is run and judged under: the target's, but that a page
 * is a browser's. */
struct profile target_profile(const struct target *t, const struct scenario *s);

/* Why this scenario is not for this target: a sentence, owned by the caller; NULL if it is.
 * Either its rules are about other loops than the profile's, or it asks for what the
 * backend lacks, and that is named. */
char *target_why_skipped(const struct target *t, const struct scenario *s);
bool target_takes(const struct target *t, const struct scenario *s); /* it is */
char *target_other_loop(const struct target *t, const struct scenario *s);
char *target_missing_capability(const struct target *t, const struct scenario *s);

/* Whether it runs on the real clock: as the target does, or since it asks for that. */
bool target_real_clock(const struct target *t, const struct scenario *s);

/* Begin a case on a server of this target that has nothing to do, `*on`: server_finish() ends
 * it. 1, as a step of a pool; -1 with `*d`. */
int target_start(const struct target *t, const struct suite_case *c, struct server **on,
                 struct diag *d);
/* Begin a case as target_start() does, and wait until it ends. 0; -1 with `*d`. */
int target_run(const struct target *t, const struct suite_case *c, struct server_outcome *out,
               struct diag *d);
#endif
