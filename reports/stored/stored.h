/* stored.h - reads results back from JSON files, to report them again or to compare them.
 *
 * Several files are merged: a run joins a run of another file if backend, version, profile, clock
 * and system are the same.
 * - Runs with a shard ("2/8") are merged into the run that they are parts of. It is an error if a
 *   part is there twice, if parts are of different totals ("1/8" and "2/9"), or if a case is in two
 *   parts.
 * - Runs without a shard are merged if no case is in both; otherwise they stay separate runs.
 * A merged run is sorted by the names of its cases, as a whole run would be.
 *
 * Input is checked: keys of the wrong type, unknown verdicts and events out of order are errors, and
 * the message names the file and the place. Summaries are not read but counted again. Unknown keys
 * are ignored. */
#ifndef REPORTS_STORED_STORED_H
#define REPORTS_STORED_STORED_H
#include "base/diag.h"
#include "reports/result/format.h"

struct stored_part {
    uint32_t number;  /* from 1 */
    const char *file; /* that contains it */
};

struct stored_run {
    struct result_run run;
    struct result *result; /* never call result_release(): the arena owns their contents */
    size_t count, room;
    struct result_summary summary;
    size_t file; /* number of the file that was joined last */
    /* The parts read so far, sorted by number. Kept even when complete, to detect duplicates. */
    struct stored_part *part;
    size_t part_count, part_room;
    uint32_t parts; /* how many there should be; 0 for a run without a shard */
};

struct stored {
    const char *version; /* of the program that wrote the first file */
    const char *date;    /* the latest of all files; NULL if no file has one */
    bool tells_about;
    struct about about;
    struct stored_run *run;
    size_t run_count, run_room;
    size_t files;
    struct arena arena;
};

/* Read a file and merge it with those before. Start with (struct stored){ 0 }. Returns -1 with `*d`
 * if the file cannot be read, is not valid, or contradicts an earlier one. Call stored_release() in
 * any case. */
int stored_read(struct stored *s, const char *path, struct diag *d);
/* Call it after the last file: it merges parts that were cut short before their backend was
 * started. */
void stored_finish(struct stored *s);
void stored_release(struct stored *s);

/* "part 2 of 3 of 'libuv' is missing"; the caller frees it. NULL if no part is missing. */
char *stored_missing(const struct stored *s, size_t run);

/* The results of a run, sorted by the names of their cases. The caller frees the array. */
const struct result **stored_by_name(const struct stored_run *run);

/* The plan for a report of all runs. It borrows from `s`. */
struct report_plan stored_plan(const struct stored *s);
#endif
