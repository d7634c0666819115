/* stored.h - results read back from JSON files, to be reported again or compared.
 * Several files become one set: a run joins one of another file if backend, version,
 * profile, clock and system are the same. Runs that say which part they are become the
 * run that they are parts of; a part that is there twice, parts of different numbers and
 * a case in two parts are errors. Runs that do not say it join if no case is in both, and
 * else stay runs of their own. A joined run is in the order of its case names, as a run
 * of the whole would be.
 *
 * What a file says is not believed: keys of the wrong type, unknown verdicts and events
 * out of order are errors that name the file and the place. Summaries are counted
 * again. Unknown keys are passed over. */
#ifndef REPORTS_STORED_STORED_H
#define REPORTS_STORED_STORED_H
#include "base/diag.h"
#include "reports/result/format.h"

struct stored_part {
    uint32_t number;  /* from 1 */
    const char *file; /* that it came in */
};

struct stored_run {
    struct result_run run;
    struct result *result; /* not for result_release(): the arena has all of it */
    size_t count, room;
    struct result_summary summary;
    size_t file; /* the file that it came from last */
    /* The parts that are there, by number. They stay when all are: none may come again. */
    struct stored_part *part;
    size_t part_count, part_room;
    uint32_t parts; /* of so many; 0 for a run that is not in parts */
};

struct stored {
    const char *version; /* of the program that wrote the first file */
    const char *date;    /* the latest; NULL if no file has one */
    bool tells_about;
    struct about about;
    struct stored_run *run;
    size_t run_count, run_room;
    size_t files;
    struct arena arena;
};

/* Start with (struct stored){ 0 }. -1 with `*d`: the file is not there, or not what it
 * should be, or does not go with those before it. stored_release() either way. */
int stored_read(struct stored *s, const char *path, struct diag *d);
/* After the last file: a part that was cut before its backend was started joins the others. */
void stored_finish(struct stored *s);
void stored_release(struct stored *s);

/* "part 2 of 3 of 'libuv' is missing", owned by the caller; NULL if the run lacks nothing. */
char *stored_missing(const struct stored *s, size_t run);

/* The results of a run, sorted by the names of their cases. The array is owned by the caller. */
const struct result **stored_by_name(const struct stored_run *run);

/* The plan of a report of it. */
struct report_plan stored_plan(const struct stored *s);
#endif
