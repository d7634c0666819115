/* result.h - what became of one case on one backend. The runner fills results in,
 * report writers read them; nothing here knows of loops or processes. */
#ifndef REPORTS_RESULT_RESULT_H
#define REPORTS_RESULT_RESULT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "figures/figures.h"
#include "trace/trace.h"

enum verdict {
#define VERDICT(kind, ...) VERDICT_##kind,
#include "reports/result/verdict_table.h"
    VERDICT_COUNT
};

struct verdict_row {
    const char *name;  /* "pass"; the class of its colour in the page, too */
    const char *color; /* on a terminal */
    const char *junit; /* the element that tells it, NULL for a pass: a broken rule is a failure,
                          what kept us from judging an error */
    bool is_expected;  /* the gate stays green with it */
    bool is_ok;        /* in TAP; what is expected and is not has a TODO */
    bool is_failure;   /* the loop did wrong, which a baseline can excuse. An adapter in trouble
                          tells nothing of the loop */
};
const struct verdict_row *verdict_row(enum verdict v);
const char *verdict_name(enum verdict v);
bool verdict_is_expected(enum verdict v);
/* It is known why the case did not pass: a skip or a known failure. */
bool verdict_is_excused(enum verdict v);

/* A trace event with its label spelled out: results outlive programs. */
struct result_event {
    char *label;                     /* "" for a callback of a nameless handle */
    const char *kind;                /* static: "timer", "log", ... */
    const char *phase;               /* static: "timers", "main", ... */
    uint64_t index;                  /* in the whole trace, from 0 */
    uint64_t at_ns, due_ns, took_ns; /* due_ns: TRACE_NO_DUE for none */
    uint32_t iteration, cause;       /* cause: 1 + index of a callback, 0 for the main program */
    bool is_callback, has_value;
    char *value; /* "0", "-1", "EBUSY"; NULL without has_value */
};

enum { RESULT_EVENTS_MAX = 2000 };

struct result {
    const char *name; /* "timers/equal-deadlines" */
    const char *title;
    const char *const *rule;
    size_t rule_count;
    enum verdict verdict;
    char *reason;    /* one sentence, or "" */
    char *detail;    /* several lines for people: the broken promise; or "" */
    char *replay;    /* the command that shows it again */
    uint64_t events; /* the true count */
    uint32_t unjudged;
    uint64_t real_ns, virtual_ns;
    struct result_event *event; /* at most RESULT_EVENTS_MAX: first, last, around the break */
    size_t event_count;
    bool truncated;
    struct figures *figures; /* of the whole trace; NULL if it did not run */
    char *output;            /* what the backend printed, cut at 4 KiB; or "" */
    /* A character for each line of the expected trace, as match/marks.h has them; "" if
     * it was not judged. */
    char *marks;
    uint64_t broken[2]; /* indices: the event that broke it, and the one it stands in for */
    size_t broken_count;
};
/* Frees reason, detail, replay, output, marks, figures, and the events with their labels and values. */
void result_release(struct result *r);
/* The place of the event of that index in the whole trace; event_count if it was left out. */
size_t result_find_event(const struct result *r, uint64_t index);
/* The same of what asked for an event, or logged it; event_count for the main program. */
size_t result_find_cause(const struct result *r, const struct result_event *e);

/* A skip for this reason is no declared one: the run was cut before the case's turn. */
#define RESULT_NOT_RUN "not run: "
/* The version of a backend that was not started before its run was cut: nobody asked it. */
#define RESULT_NOT_STARTED "not started"
bool result_was_not_run(const struct result *r);
/* Skips by what they say of the backend: that the case is about another loop or runtime, or which
 * capability is lacking: `*name` with the length that is returned, 0 for any other. The page asks
 * the same (reports/page/script/data.js). */
bool result_is_for_others(const struct result *r);
int result_lacks(const struct result *r, const char **name);
/* Ids of the rules with a blank between them; owned by the caller. */
char *result_join_rules(const struct result *r);

struct result_run {
    const char *backend; /* as named after -b */
    const char *version, *profile, *clock, *os;
    const char *shard; /* the parts that it is, of how many: "2/8", "1,3/8"; NULL for a whole */
    const char *note;  /* on what terms it was judged, where that is not plain; NULL or a line */
    /* Where it comes from: what was asked, of which commit, on what. NULL where nobody knows. */
    const char *command, *commit, *kernel, *machine;
};
/* "part 2 of 8", "parts 1,3 of 8" */
void result_shard_print(const char *shard, FILE *out);

/* What nobody brought of a run that was put together from parts. */
struct result_missing {
    uint32_t parts; /* 0: nothing is missing */
    uint32_t first; /* the number of the first of them */
    uint32_t of;    /* so many; 0 if runs were added up that do not lack the same */
};

struct result_summary {
    size_t count[VERDICT_COUNT];
    size_t not_run;   /* of the skips: those of a run that was cut */
    uint64_t real_ns; /* by the clock on the wall, of the whole run; 0 where nobody knows */
    struct result_missing missing;
};
void result_summary_count(struct result_summary *s, const struct result *r);
void result_summary_add(struct result_summary *to, const struct result_summary *s);
size_t result_summary_total(const struct result_summary *s);
/* How many apply to the backend: all that were not skipped, and those of a run that was cut. */
size_t result_summary_applying(const struct result_summary *s);
/* How many are not as expected. */
size_t result_summary_broken(const struct result_summary *s);
/* Nothing is broken, nothing was cut, no part is missing. An empty summary is green: that nothing ran is the
 * runner's to tell. */
bool result_summary_is_green(const struct result_summary *s);
/* "60 of 62 that apply pass, 2 fail; 9 do not apply", in the order of the verdicts, without the
 * zeros; what was not run applies, and comes last, with what is missing. */
void result_summary_print(const struct result_summary *s, FILE *out);
/* "all 62 results as expected", "2 of 62 results not as expected, 7 not run", ...; with skips it
 * is "62 results that apply". */
void result_summary_headline(const struct result_summary *s, FILE *out);
/* Why it is not green although nothing is broken: "7 of 62 not run", "part 2 of 3 is missing",
 * or both; "" if it lacks nothing. Owned by the caller. */
char *result_summary_lack(const struct result_summary *s);
#endif
