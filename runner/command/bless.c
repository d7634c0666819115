/* bless.c - writes an expected trace from a run, and shows what that changes. A trace that the run
 * meets stays as it is. A trace that distinguishes profiles, permits several orders, bounds a
 * figure or has a comment was written by a person and is never overwritten. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/bless_trace.h"
#include "runner/judge/judge.h"
#include "base/file_replace.h"
#include "runner/judge/target.h"

static bool is_plain(const struct expect_item *item)
{
    return (item->kind == EXPECT_LINE || item->kind == EXPECT_NOTHING) && !item->pattern &&
           item->comment_count == 0 && !item->trailing;
}

/* Does it say more than one run can show: other profiles, other orders, bounds, comments? */
static bool says_more(const struct expect *e)
{
    for (size_t i = 0; e && i < e->item_count; i++)
        if (!is_plain(e->item[i]))
            return true;
    return e && e->comment_count > 0;
}

/* The pins of the old trace; the new trace gets the same kinds of pins. */
static unsigned pins_of(const struct suite_case *c)
{
    unsigned pins = BLESS_PHASE | (c->scenario.exact_time ? BLESS_TIME : 0);
    for (size_t i = 0; c->expect && i < c->expect->item_count; i++) {
        const struct expect_item *item = c->expect->item[i];
        pins |= item->iteration > 0 ? BLESS_ITERATION : 0;
        pins |= item->time_ns != NO_TIME ? BLESS_TIME : 0;
    }
    return pins;
}

static char *next_line(char **rest)
{
    char *line = *rest;
    if (!line || !*line)
        return NULL;
    char *end = strchr(line, '\n');
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = '\0';
    return line;
}

/* Expected traces are short, so lines that differ are shown pair by pair. */
static void show_difference(const char *old, const char *new)
{
    char *a = xstrdup(old ? old : ""), *b = xstrdup(new);
    char *rest_a = a, *rest_b = b;
    for (;;) {
        char *x = next_line(&rest_a), *y = next_line(&rest_b);
        if (!x && !y)
            break;
        if (x && y && strcmp(x, y) == 0) {
            text_line(stdout, "  %s", x);
            continue;
        }
        if (x)
            text_line(stdout, "- %s", x);
        if (y)
            text_line(stdout, "+ %s", y);
    }
    free(a);
    free(b);
}

static int bless_text(const struct suite_case *c, struct labels labels, const struct trace *t,
                      struct diag *d)
{
    char *new = bless_trace(labels, t, pins_of(c), c->expect_path, d);
    if (!new)
        return -1;
    int result = 0;
    bool same = c->expect_source && strcmp(c->expect_source, new) == 0;
    text_line(stdout, "%s: %s", c->expect_path,
              same               ? "unchanged"
              : c->expect_source ? "changes"
                                 : "new");
    if (!same) {
        show_difference(c->expect_source, new);
        result = file_replace(c->expect_path, new, d);
    }
    free(new);
    return result;
}

static bool is_met(const struct target *t, const struct suite *suite, const struct suite_case *c,
                   const struct server_outcome *end)
{
    struct result r;
    if (!c->expect)
        return false;
    judge(t, suite->catalogue, c, end, &r);
    bool met = r.verdict == VERDICT_PASS;
    result_release(&r);
    return met;
}

static int bless_case(const struct target *t, const struct suite *suite, struct diag *d)
{
    const struct suite_case *c = &suite->item[0];
    struct server_outcome end;
    char *misfit = target_why_skipped(t, &c->scenario);
    if (misfit) {
        diag_usage(d, NULL, "%s on %s: %s", c->name, t->spec, misfit);
        free(misfit);
        return -1;
    }
    if (target_run(t, c, &end, d) < 0)
        return -1;
    const struct trace *trace = end.trace;
    bool whole = trace->outcome == OUTCOME_FINISHED ||
                 (trace->outcome == OUTCOME_BUDGET && scenario_budget(&c->scenario));
    if ((end.end != SERVER_DONE || !whole) && server_shortage(&end)[0])
        return diag_system(d, NULL, "%s could not be run: %s", c->name, server_shortage(&end));
    if (end.end != SERVER_DONE || !whole)
        return diag_usage(d, "see it with 'loopspec trace'",
                          "%s did not run to its end on %s: nothing to bless", c->name, t->spec);
    if (is_met(t, suite, c, &end)) {
        text_line(stdout, "%s: unchanged, %s meets it", c->expect_path, t->spec);
        return 0;
    }
    if (says_more(c->expect))
        return diag_set(d, (struct location){ .file = c->expect_path }, "edit it by hand",
                        "this trace says more than one run can tell");
    return bless_text(c, end.labels, trace, d);
}

/* Each case has a backend of its own: its suite says which loops there are. */
static int bless_operand(const struct options *o, const char *operand)
{
    struct diag d;
    struct suite *suite;
    struct target t;
    int answer = suite_load_case(o, operand, &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    int result = target_open(&t, o->backend.item[0], o, &suite->catalogue->loops, &d);
    if (result == 0) {
        if (operand == o->operand[0])
            target_tell_note(&t);
        result = bless_case(&t, suite, &d);
        target_close(&t);
    }
    if (result < 0)
        diag_print(&d, stderr);
    suite_close(suite);
    return result < 0 ? diag_exit_status(&d) : STATUS_EXPECTED;
}

int cmd_bless(struct options *o)
{
    struct diag d;
    if (o->backend.count != 1) {
        diag_usage(&d, "-b libuv, or -b reference", "bless needs exactly one backend");
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    int status = STATUS_EXPECTED;
    for (size_t i = 0; i < o->operand_count && status == STATUS_EXPECTED; i++)
        status = bless_operand(o, o->operand[i]);
    return status;
}
