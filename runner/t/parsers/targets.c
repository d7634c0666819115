/* targets.c - what a fuzzer does with an input, for each language that the program reads.
 *
 * Compiled once for each target, with -DTARGET=NAME, and linked with libFuzzer or with replay.c. A
 * target must not crash, leak or fail an assertion, whatever the input; some also state what must
 * hold: text that was printed is read again, and printed the same. */
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "baseline/baseline.h"
#include "catalogue/catalogue.h"
#include "explore/schedule.h"
#include "export/c.h"
#include "export/js.h"
#include "host/host.h"
#include "match/match.h"
#include "reports/report.h"
#include "runner/options/command.h"
#include "runtime/message.h"
#include "scenario/script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Is text B, printed from what was read of text A, the same as A? Frees B. */
static void expect_same(const char *a, char *b)
{
    assert(strcmp(a, b) == 0);
    free(b);
}

/* ---- programs: read, printed, read again, exported, run ---- */

/* In a process of its own, since a program may do anything; and with a second of real time, since it
 * may have no end. As in a run, one that needs what the loop lacks is left out. */
static void run_on_reference(const struct program *p)
{
    if (host_needs(p) & ~backend_reference.can)
        return;
    pid_t child = fork();
    if (child == 0) {
        int fd = trace_create(), null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        signal(SIGALRM, SIG_DFL);
        alarm(1);
        struct profile profile;
        struct diag d;
        if (fd < 0 || profile_parse("node-26", &profile, &d) < 0)
            _exit(0);
        host_run(&(struct host_config){ .program = p,
                                        .backend = &backend_reference,
                                        .args = "",
                                        .profile = profile,
                                        .clock = WORLD_VIRTUAL,
                                        .trace = trace_map(fd) });
    }
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status))
        assert(WTERMSIG(status) == SIGALRM);
}

static void scenario(const char *text, size_t size)
{
    struct diag d;
    struct program *p = program_parse("x.loop", text, size, &d);
    if (!p)
        return;
    char *printed = program_print(p);
    struct program *again = program_parse("x.loop", printed, strlen(printed), &d);
    assert(again);
    expect_same(printed, program_print(again));
    free(export_js(p, &d));
    free(export_c(p, &d));
    if (size % 16 == 0) /* a process costs more than all the rest */
        run_on_reference(p);
    program_free(again);
    program_free(p);
    free(printed);
}

/* ---- expected traces: read, printed, checked, compared ---- */

static const char program_of_traces[] =
    "title \"t\"\nrules TIMER-1\n\n"
    "t = timer 1ms repeat 2ms { log a; log b; observe active t }\n"
    "timer 3ms { log c; stop t }\n";

static void expectation(const char *text, size_t size)
{
    struct diag d;
    struct profile profile;
    struct expect *e = expect_parse("x.trace", text, size, &d);
    if (!e)
        return;
    char *printed = expect_print(e);
    struct expect *again = expect_parse("x.trace", printed, strlen(printed), &d);
    assert(again);
    expect_same(printed, expect_print(again));
    struct program *p = program_parse("x.loop", program_of_traces, strlen(program_of_traces), &d);
    struct scenario s = { 0 };
    scenario_init(&s, p);
    if (expect_check(e, text, size, &s, &d) == 0 && profile_parse("node-26", &profile, &d) == 0) {
        struct trace *t = xcalloc(1, sizeof *t + 8 * sizeof t->event[0]);
        for (uint32_t i = 0; i < 4; i++)
            t->event[t->count++] = (struct trace_event){
                .kind = TRACE_LOG, .label = i % 3, .at_ns = i * 1000000, .iteration = i
            };
        struct match_sight sight = { .phases = true, .exact_time = true };
        struct match_result r;
        match_trace(e, &profile, s.labels, t, &sight, &r);
        free(match_nearest(e, &profile, s.labels, t, &sight, r.event));
        free(t);
    }
    program_free(p);
    expect_free(again);
    expect_free(e);
    free(printed);
}

static void script(const char *text, size_t size)
{
    struct diag d;
    struct script *s = script_parse("x.js", text, size, &d);
    if (!s)
        return;
    char *printed = script_print(s);
    struct script *again = script_parse("x.js", printed, strlen(printed), &d);
    assert(again);
    expect_same(printed, script_print(again));
    free(export_script(s));
    script_free(again);
    script_free(s);
    free(printed);
}

/* ---- files: readers that take a name get a file of this process ---- */

static char *write_file(const char *folder, const char *name, const char *text, size_t size)
{
    char *path = xasprintf("%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert(out);
    size_t written = fwrite(text, 1, size, out);
    int closed = fclose(out);
    assert(written == size);
    assert(closed == 0);
    return path;
}

static void results(const char *text, size_t size)
{
    char folder[] = "/tmp/loopspec-parsers-XXXXXX";
    struct diag d;
    struct stored s = { 0 };
    char *made = mkdtemp(folder);
    assert(made);
    char *path = write_file(folder, "r.json", text, size);
    if (stored_read(&s, path, &d) == 0) {
        struct report_plan plan = stored_plan(&s);
        for (size_t i = 0; i < report_format_count(); i++) {
            char *spec = xasprintf("%s:%s/report", report_format_at(i)->name, folder);
            struct report *r = report_open(spec, &plan, &d);
            if (r) {
                report_stored(r, &s);
                (void)report_close(r, &d);
            }
            free(spec);
        }
    }
    stored_release(&s);
    char *report = xasprintf("%s/report", folder);
    unlink(report);
    unlink(path);
    rmdir(folder);
    free(report);
    free(path);
}

static void catalogue(const char *text, size_t size)
{
    char folder[] = "/tmp/loopspec-parsers-XXXXXX";
    struct diag d;
    char *made = mkdtemp(folder);
    assert(made);
    char *inner = xasprintf("%s/catalogue", folder);
    int status = mkdir(inner, 0700);
    assert(status == 0);
    char *path = write_file(inner, "x.rules", text, size);
    catalogue_free(catalogue_read(folder, NULL, &d));
    unlink(path);
    rmdir(inner);
    rmdir(folder);
    free(path);
    free(inner);
}

static void baseline(const char *text, size_t size)
{
    struct diag d;
    struct baseline *b = baseline_parse("x.baseline", text, size, &d);
    for (size_t i = 0; b && i < b->count; i++)
        free(baseline_print(&b->entry[i]));
    baseline_free(b);
}

/* ---- lines: of a runtime's adapter, of a schedule, of the command ---- */

static void message(const char *text, size_t size)
{
    struct message m;
    char why[200];
    (void)message_parse(text, size, &m, why);
}

static void schedule(const char *text, size_t size)
{
    struct diag d;
    struct schedule s = { 0 }, again = { 0 };
    (void)size;
    if (schedule_parse(text, &s, &d) == 0) {
        char *printed = schedule_print(&s);
        int answer = schedule_parse(printed, &again, &d);
        assert(answer == 0);
        expect_same(printed, schedule_print(&again));
        schedule_release(&again);
        free(printed);
    }
    schedule_release(&s);
}

enum { WORDS_MAX = 32 };

/* The words are the lines of the text. */
static void command(const char *text, size_t size)
{
    static const struct command all = {
        .name = "all", .operands = "CASE...", .takes = UINT64_MAX, .operands_max = OPERANDS_ANY
    };
    char *copy = xstrndup(text, size), *rest = NULL, *word[WORDS_MAX + 1] = { (char *)"all" };
    int count = 1;
    for (char *w = strtok_r(copy, "\n", &rest); w && count < WORDS_MAX;
         w = strtok_r(NULL, "\n", &rest))
        word[count++] = w;
    struct options o;
    struct diag d;
    (void)options_parse(&o, &all, count, word, &d);
    options_release(&o);
    free(copy);
}

/* The other targets' functions are there, too, so that each is compiled every time. */
static void (*const targets[])(const char *, size_t) = { scenario, expectation, script,
                                                         results,  catalogue,   baseline,
                                                         message,  schedule,    command };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)targets;
    char *text = xmalloc(size + 1); /* with a NUL, as our own readers have it */
    memcpy(text, data, size);
    text[size] = '\0';
    TARGET(text, size);
    free(text);
    return 0;
}
