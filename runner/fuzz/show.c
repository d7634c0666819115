#include "runner/fuzz/show.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/bless_trace.h"
#include "base/wrap.h"
#include "base/file_replace.h"

/* The side whose trace is saved as the expected one: the one with the virtual clock; else the
 * reference; else the first. */
static int expected_side(const struct fuzz_pair *pair)
{
    if (pair->one_is_real)
        return !pair->real;
    return strcmp(pair->target[1].info.name, "reference") == 0 &&
           strcmp(pair->target[0].info.name, "reference") != 0;
}

/* If both backends have the same name, the profile distinguishes them. */
static char *name_of(const struct fuzz_pair *pair, int side)
{
    const struct target *t = &pair->target[side];
    bool alike = strcmp(t->spec, pair->target[!side].spec) == 0;
    return xasprintf("%s %s", t->spec, alike ? t->profile_name : t->info.version);
}

static void print_program(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        printf("%s%.*s\n", length ? "    " : "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_end(const struct target *t, const struct server_outcome *end)
{
    if (end->end == SERVER_DONE)
        return;
    if (end->end == SERVER_SIGNAL)
        text_line(stdout, "%s: SIG%s", t->spec, sigabbrev_np(end->code));
    else if (end->end == SERVER_TIMEOUT)
        text_line(stdout, "%s: it did not end in time", t->spec);
    else
        text_line(stdout, "%s: it died", t->spec);
    if (end->output[0])
        text_line(stdout, "%s printed:", t->spec);
    wrap_indent(stdout, 4, end->output);
}

void fuzz_show(const struct fuzz_pair *pair, const struct program *p, const char *text,
               const struct fuzz_run *run)
{
    char *name[2] = { name_of(pair, 0), name_of(pair, 1) };
    const struct trace *const trace[2] = { pair->trace[0], pair->trace[1] };
    const char *const shown[2] = { name[0], name[1] };
    print_program(text);
    putchar('\n');
    fuzz_print_traces(stdout, program_labels(p), trace, shown, pair->aspects);
    for (int side = 0; side < 2; side++) {
        print_end(&pair->target[side], &run->end[side]);
        free(name[side]);
    }
}

/* ---- saving ---- */

/* The program with a comment that says where it comes from. */
static char *text_to_save(const struct fuzz_pair *pair, const struct program *p, bool unfinished)
{
    static const char *const needs[] = { "exact-time" };
    const struct target *t = pair->target;
    char *comment[3] = {
        xasprintf("# Found by fuzzing %s (%s) against %s (%s).", t[0].spec, t[0].profile_name,
                  t[1].spec, t[1].profile_name),
        xasprintf("# The trace beside it is that of %s; the rule is yet to be named.",
                  t[expected_side(pair)].spec),
        xstrdup("# It was not shrunk to the end: a smaller program might show the same."),
    };
    struct program saved = *p;
    saved.comment = (const char *const *)comment;
    saved.comment_count = unfinished ? 3 : 2;
    if (!pair->one_is_real) {
        saved.need = needs;
        saved.need_count = ARRAY_SIZE(needs);
    }
    char *text = program_print(&saved);
    for (size_t i = 0; i < ARRAY_SIZE(comment); i++)
        free(comment[i]);
    return text;
}

int fuzz_save(const struct fuzz_pair *pair, const struct program *p, const char *base,
              bool unfinished, struct diag *d)
{
    char *program_path = xasprintf("%s.loop", base), *trace_path = xasprintf("%s.trace", base);
    char *program = text_to_save(pair, p, unfinished);
    unsigned pins = BLESS_PHASE | BLESS_ITERATION | BLESS_TIME;
    const struct trace *t = pair->trace[expected_side(pair)];
    if (pair->one_is_real)
        pins = BLESS_PHASE;
    char *trace = bless_trace(program_labels(p), t, pins, trace_path, d);
    int result = trace ? 0 : -1;
    if (result == 0)
        result = file_replace(program_path, program, d);
    if (result == 0)
        result = file_replace(trace_path, trace, d);
    if (result == 0)
        printf("saved %s and its .trace\n", program_path);
    free(trace);
    free(program);
    free(trace_path);
    free(program_path);
    return result;
}
