/* target.h - a backend under test, with the profile, clock and limits that it is tested with. */
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
    struct profile profile; /* from --profile, or chosen by what the backend is */
    char profile_name[64];
    const struct loops *loops;  /* that the suite declares; NULL: none */
    char note[TARGET_NOTE_MAX]; /* what the user should know about how it is judged; or "" */
    bool real_clock;            /* by --clock, or since the backend has no virtual one */
    uint64_t begin_ns;          /* by --begin: what the clock shows at first; 0: not given */
    char begin[32];             /* the same as text; "": not given */
    uint32_t timeout_ms;
    uint32_t processor_ms;           /* see struct server_job */
    uint64_t until_ns;               /* end of the whole run by now_ns(); 0 for none */
    const struct schedule *schedule; /* choices where the rules allow several orders; or NULL */
    struct server_explore explore;   /* see struct server_job */
    bool share;                      /* see struct server_job */
    uint32_t mutant;                 /* see struct server_job */
};

/* Fill in a target without starting the backend: only its name is known. */
void target_init(struct target *t, const char *spec, const struct options *o);
/* Start the backend. `loops` is what the suite declares, or NULL; it must outlive the target. On
 * failure returns -1 with `*d`, and nothing is left to close. */
int target_open(struct target *t, const char *spec, const struct options *o,
                const struct loops *loops, struct diag *d);
/* As target_open(), on a server that server_begin() has started; takes it. */
int target_open_begun(struct target *t, struct server *begun, const char *spec,
                      const struct options *o, const struct loops *loops, struct diag *d);
void target_close(struct target *t);
/* Judge it by another profile than it was opened with. */
void target_set_profile(struct target *t, struct profile profile);
struct result_run target_describe(const struct target *t);
/* Print the note, if there is one, to stderr: for commands whose output has no place for it. */
void target_tell_note(const struct target *t);

/* The profile for one scenario: the target's, but with a browser as host for a page. */
struct profile target_profile(const struct target *t, const struct scenario *s);

/* The capabilities that the scenario needs of this target, whether it has them or not. */
uint64_t target_needs(const struct target *t, const struct scenario *s);

/* Why this scenario does not run on this target: a sentence that the caller frees; NULL if it
 * runs. The reason is one of the two below. */
char *target_why_skipped(const struct target *t, const struct scenario *s);
bool target_takes(const struct target *t, const struct scenario *s); /* does it run? */
/* Its rules are about other families of loops than the profile's. */
char *target_other_loop(const struct target *t, const struct scenario *s);
/* It needs something that the backend does not have; the sentence names it. */
char *target_missing_capability(const struct target *t, const struct scenario *s);

/* Does the scenario run on the real clock? It does if the target does or if it asks for it. */
bool target_real_clock(const struct target *t, const struct scenario *s);

/* What the clock shows when the scenario begins: by --begin or by its own line; 0: the usual. */
uint64_t target_begin_ns(const struct target *t, const struct scenario *s);
/* Does --begin begin it within a millisecond, and is it one that can tell? Then its times are not
 * those that a trace pins. */
bool target_begins_apart(const struct target *t, const struct scenario *s);

/* Begin a case on an idle server of this target, which `*on` is set to; server_finish() takes the
 * outcome. Returns 1, which is what a pool's step() returns for a run under way; -1 with `*d`. */
int target_start(const struct target *t, const struct suite_case *c, struct server **on,
                 struct diag *d);
/* Begin a case as target_start() does, and wait until it ends. 0; -1 with `*d`. */
int target_run(const struct target *t, const struct suite_case *c, struct server_outcome *out,
               struct diag *d);
#endif
