/* result.h - the result of one case on one backend. The runner fills results in, report writers
 * read them. Nothing here depends on loops or processes. */
#ifndef REPORTS_RESULT_RESULT_H
#define REPORTS_RESULT_RESULT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "figures/figures.h"
#include "trace/trace.h"

/* How a case ended, in one word: pass, fail, skip, ... */
enum verdict {
#define VERDICT(kind, ...) VERDICT_##kind,
#include "reports/result/verdict_table.h"
    VERDICT_COUNT
};

struct verdict_row {
    const char *name;       /* "pass"; in the page also the CSS class of its colour */
    const char *sign;       /* in the page, beside the name: many readers cannot see colours */
    const char *means;      /* in a few words, for people */
    const char *one, *many; /* in a sentence: "1 fails", "2 errors"; NULL: the name */
    const char *color;      /* on a terminal */
    const char *junit; /* element in JUnit: "failure" for a broken rule, "error" if the case could
                          not be judged; NULL for a pass */
    bool is_expected;  /* the exit status stays 0 */
    bool is_ok;        /* "ok" in TAP; if it is expected but not ok, the line has a TODO */
    bool is_failure;   /* the loop is at fault, so a baseline can excuse it. An error is not: it
                          is the adapter's or the system's fault */
};
const struct verdict_row *verdict_row(enum verdict v);
const char *verdict_name(enum verdict v);
/* What follows the number in a sentence: "fails" after 1, "errors" after 2. */
const char *verdict_counted(enum verdict v, size_t count);
bool verdict_is_expected(enum verdict v);
/* The case did not pass, but that is expected: a skip or a known failure. */
bool verdict_is_excused(enum verdict v);

/* A trace event with its own copy of the label: results outlive programs. */
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
    bool is_of_machine; /* an error of this machine's, which says nothing about the backend */
    char *reason;       /* one sentence, or "" */
    char *detail;       /* several lines for people: the broken rule and where; or "" */
    char *replay;       /* the command that repeats the run */
    uint64_t events;    /* of the whole trace, including those left out below */
    uint32_t unjudged;
    uint64_t real_ns, virtual_ns;
    struct result_event *event; /* at most RESULT_EVENTS_MAX: first, last, around the break */
    size_t event_count;
    bool truncated;
    struct figures *figures; /* of the whole trace; NULL if the case did not run */
    char *output;            /* the first 4 KiB that the backend printed; or "" */
    /* A character for each line of the expected trace, see match/marks.h; "" if the trace was not
     * judged. */
    char *marks;
    uint64_t
        broken[2]; /* indices of the event that broke the rule, and of the one expected there */
    size_t broken_count;
};
/* Frees reason, detail, replay, output, marks, figures, and the events with their texts. */
void result_release(struct result *r);
/* The position in r->event of the event with this index in the trace; event_count if it was left
 * out. */
size_t result_find_event(const struct result *r, uint64_t index);
/* The position in r->event of the callback that logged or caused this event; event_count if that is
 * the main program or was left out. */
size_t result_find_cause(const struct result *r, const struct result_event *e);

/* How the reason of a skip begins if the run was cut short before the case was run. */
#define RESULT_NOT_RUN "not run: "
/* The version of a backend that was not started, since the run was cut short before. */
#define RESULT_NOT_STARTED "not started"
bool result_was_not_run(const struct result *r);
/* Skips by what they say of the backend: that the case is about another loop or runtime, or which
 * capability is lacking: `*name` with the length that is returned, 0 for any other. The page asks
 * the same (reports/page/script/data.js). */
bool result_is_for_others(const struct result *r);
int result_lacks(const struct result *r, const char **name);
/* Ids of the rules, separated by blanks; the caller frees it. */
char *result_join_rules(const struct result *r);

struct result_run {
    const char *backend; /* as named after -b */
    const char *version, *profile, *clock, *os;
    const char *begin; /* what the clock showed at first, "200d"; NULL: the usual */
    const char *shard; /* which parts of the run these are: "2/8", "1,3/8"; NULL: the whole run */
    const char *note;  /* a line about how the backend was judged; or NULL */
    /* Where the run comes from, see runner/judge/origin.h; each is NULL if not known. */
    const char *command, *commit, *kernel, *machine;
};
/* "part 2 of 8", "parts 1,3 of 8" */
void result_shard_print(const char *shard, FILE *out);

/* The parts that are missing from a run that was merged from parts. */
struct result_missing {
    uint32_t parts; /* how many are missing; 0: none */
    uint32_t first; /* the number of the first missing one */
    uint32_t of;    /* how many there should be; 0 in a sum over runs that miss different parts */
};

/* How the backend compares with a profile, by `run --grade`. */
struct result_grade {
    const char *profile;
    bool is_satisfied;
    uint64_t judged, departures;       /* cases */
    const char *item, *rules, *reason; /* of the first departure; NULL if there is none */
};

struct result_summary {
    size_t count[VERDICT_COUNT];
    size_t not_run;   /* the skips that are due to a run that was cut short */
    uint64_t real_ns; /* duration of the whole run by the wall clock; 0 if not known */
    struct result_missing missing;
    const struct result_grade *grade; /* of a whole run, if they were asked for */
    size_t grade_count;
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
