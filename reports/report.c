#include "reports/report.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/patient.h"
#include "base/suggest.h"
#include "base/temp.h"
#include "reports/report_path.h"

struct report {
    const struct report_format *format;
    void *state;                 /* of the format's writer; NULL after end() */
    FILE *out;                   /* stdout is borrowed */
    char *path;                  /* as the user spelled it; NULL for stdout */
    char *target;                /* the file to replace, links resolved; NULL if written directly */
    struct temp_file *temporary; /* the file written first; NULL if written directly */
    int error;                   /* errno of the first failed write; 0 for none */
    bool in_run;
};

static const struct report_format *const formats[] = {
    &report_pretty, &report_tap,  &report_tap14,    &report_junit,
    &report_json,   &report_html, &report_markdown, &report_perfetto,
};

size_t report_format_count(void)
{
    return ARRAY_SIZE(formats);
}

const struct report_format *report_format_at(size_t i)
{
    assert(i < ARRAY_SIZE(formats));
    return formats[i];
}

const struct report_format *report_format_find(const char *spec)
{
    size_t length = strcspn(spec, ":");
    for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
        if (strncmp(formats[i]->name, spec, length) == 0 && formats[i]->name[length] == '\0')
            return formats[i];
    return NULL;
}

/* SOURCE_DATE_EPOCH sets the date, for builds whose reports must be reproducible. */
char *report_date(char buffer[32])
{
    const char *given = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    long long seconds = given ? strtoll(given, &end, 10) : 0;
    if (!given || !*given || *end)
        seconds = (long long)time(NULL);
    struct tm tm;
    time_t when = (time_t)seconds;
    if (!gmtime_r(&when, &tm) || strftime(buffer, 32, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
        buffer[0] = '\0';
    return buffer;
}

static int refuse_format(const char *spec, size_t length, struct diag *d)
{
    char *name = xstrndup(spec, length);
    char known[sizeof d->hint] = "known formats:";
    struct suggest s;
    suggest_init(&s, name);
    for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
        suggest_offer(&s, formats[i]->name);
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, " %s", formats[i]->name);
    }
    const char *hint = suggest_hint(&s, known);
    diag_usage(d, hint, "unknown report format '%s'", name);
    free(name);
    return -1;
}

/* Split FMT:FILE into r->format and r->path. */
static int read_spec(struct report *r, const char *spec, struct diag *d)
{
    size_t length = strcspn(spec, ":");
    r->format = report_format_find(spec);
    if (!r->format)
        return refuse_format(spec, length, d);
    if (spec[length] == ':' && !spec[length + 1])
        return diag_usage(d, NULL, "no file name after '%s'", spec);
    if (spec[length] == ':')
        r->path = xstrdup(spec + length + 1);
    return 0;
}

static int refuse_path(const struct report *r, int error, struct diag *d)
{
    const char *hint = NULL;
    if (error == ENOENT && r->path)
        hint = "the folder must exist; only the file is made";
    if (!r->path)
        return diag_system(d, hint, "cannot write to standard output: %s", strerror(error));
    return diag_system(d, hint, "cannot write '%s': %s", r->path, strerror(error));
}

/* The new file gets the mode of the one that it replaces. */
static int open_temporary(struct report *r, const struct stat *old)
{
    int fd;
    r->temporary = temp_file_beside(r->target, &fd);
    if (!r->temporary)
        return -1;
    if (old && fchmod(fd, old->st_mode & 0777) != 0)
        r->error = errno;
    return fd;
}

static int open_file(struct report *r)
{
    struct stat st;
    bool exists = stat(r->path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode))
        return patient_open(r->path, O_WRONLY);
    r->target = report_path_follow(r->path);
    if (!r->target)
        return -1;
    return open_temporary(r, exists ? &st : NULL);
}

static int open_output(struct report *r, struct diag *d)
{
    if (!r->path) {
        r->out = stdout;
        return 0;
    }
    int fd = open_file(r);
    if (fd < 0)
        return refuse_path(r, errno, d);
    r->out = r->temporary ? mem_of(fdopen(fd, "w")) : patient_stream(fd, true);
    return 0;
}

static void release(struct report *r)
{
    if (r->temporary)
        temp_file_remove(r->temporary);
    free(r->target);
    free(r->path);
    free(r);
}

/* Keep the errno of the first failure: a stream remembers that it failed, but not why. */
static void note_error(struct report *r)
{
    if (ferror(r->out) && r->error == 0)
        r->error = errno ? errno : EIO;
}

/* Flush each result if the output is a pipe or a terminal: somebody may read it meanwhile. */
static void hand_over(struct report *r)
{
    if (!r->temporary)
        fflush(r->out);
    note_error(r);
}

struct report *report_open(const char *spec, const struct report_plan *plan, struct diag *d)
{
    struct report *r = xcalloc(1, sizeof *r);
    if (read_spec(r, spec, d) != 0 || open_output(r, d) != 0) {
        release(r);
        return NULL;
    }
    errno = 0;
    r->state = r->format->begin(r->out, plan);
    hand_over(r);
    return r;
}

void report_run_begin(struct report *r, const struct result_run *run)
{
    assert(!r->in_run);
    r->in_run = true;
    errno = 0;
    r->format->run_begin(r->state, run);
    hand_over(r);
}

void report_result(struct report *r, const struct result *result)
{
    assert(r->in_run);
    assert(result->verdict < VERDICT_COUNT);
    assert(result->event_count <= RESULT_EVENTS_MAX);
    errno = 0;
    r->format->result(r->state, result);
    hand_over(r);
}

void report_run_end(struct report *r, const struct result_summary *summary)
{
    assert(r->in_run);
    r->in_run = false;
    errno = 0;
    r->format->run_end(r->state, summary);
    hand_over(r);
}

/* The data must be on the disk before the file is renamed. Otherwise a power failure could replace
 * the old report by an empty one. */
static void flush(struct report *r)
{
    if (fflush(r->out) != 0 && r->error == 0)
        r->error = errno;
    note_error(r);
    if (r->temporary && r->error == 0 && fsync(fileno(r->out)) != 0)
        r->error = errno;
    if (r->path && fclose(r->out) != 0 && r->error == 0)
        r->error = errno;
}

void report_stored(struct report *r, const struct stored *s)
{
    for (size_t i = 0; i < s->run_count; i++) {
        const struct stored_run *run = &s->run[i];
        report_run_begin(r, &run->run);
        for (size_t k = 0; k < run->count; k++)
            report_result(r, &run->result[k]);
        report_run_end(r, &run->summary);
    }
}

int report_close(struct report *r, struct diag *d)
{
    assert(!r->in_run);
    errno = 0;
    r->format->end(r->state);
    note_error(r);
    flush(r);
    if (r->temporary && r->error == 0) {
        if (rename(temp_file_path(r->temporary), r->target) != 0) {
            r->error = errno;
        } else {
            temp_file_keep(r->temporary);
            r->temporary = NULL;
        }
    }
    int rc = r->error ? refuse_path(r, r->error, d) : 0;
    release(r);
    return rc;
}

void report_abandon(struct report *r)
{
    if (!r)
        return;
    r->format->end(r->state);
    if (r->path)
        fclose(r->out);
    release(r);
}

const char *report_path(const struct report *r)
{
    return r->path;
}
