/* explore.c - cases in every schedule that the rules permit.
 * On the reference each alternative of a `one of` must be reached, since it has every
 * freedom that the rules give; another loop may well be stricter than they are. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/explore.h"
#include "runner/judge/judge.h"
#include "base/wrap.h"

enum { ORDERS_SHOWN = 8 };

struct count {
    size_t fine, broken, unjudged, skipped, bounded;
    uint64_t runs;
};

struct show {
    const struct options *options;
    const struct suite *suite;
    struct count count;
    bool must_reach; /* every alternative */
    bool progress;   /* stderr is a terminal */
};

/* ---- what is said while it goes on ---- */

static void show_progress(void *arg, const struct suite_case *c, uint32_t runs, uint64_t known)
{
    const struct show *x = arg;
    if (x->progress)
        fprintf(stderr, "\r\033[K[%zu/%zu] %s: schedule %u of %llu",
                (size_t)(c - x->suite->item) + 1, x->suite->count, c->name, runs,
                (unsigned long long)known);
}

static void clear_progress(const struct show *x)
{
    if (x->progress)
        fputs("\r\033[K", stderr);
}

/* ---- what is said of a case ---- */

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void tell_extent(const struct explored *e)
{
    if (e->broken)
        printf("broken by schedule %u", e->runs);
    else if (e->whole)
        printf("%u schedule%s", e->runs, plural(e->runs));
    else
        printf("explored %u of at least %llu schedules, bound reached", e->runs,
               (unsigned long long)e->known);
}

static void tell_orders(const struct explored *e)
{
    if (e->order_count < 2)
        return;
    for (size_t i = 0; i < e->order_count && i < ORDERS_SHOWN; i++) {
        const struct explored_order *o = &e->order[i];
        text_line(stdout, "        %-10s %s", o->schedule[0] ? o->schedule : "usual", o->labels);
    }
    if (e->order_count > ORDERS_SHOWN)
        printf("        and %zu more\n", e->order_count - ORDERS_SHOWN);
}

static void tell_missed(const struct explored *e, const struct suite_case *c)
{
    for (size_t i = 0; i < e->choices.count; i++)
        if (e->choices.choice[i].taken == 0)
            text_line(stdout, "      not reached: the alternative at %s:%u", c->expect_path,
                      e->choices.choice[i].item->at.line);
}

static void tell_broken(const struct explored *e)
{
    const struct result *r = &e->result;
    printf("      schedule %s\n", e->schedule[0] ? e->schedule : "usual");
    text_line(stdout, "      %s: %s", verdict_name(r->verdict), r->reason);
    wrap_indent(stdout, 8, r->detail);
    if (r->output[0]) {
        puts("      it printed:");
        wrap_indent(stdout, 8, r->output);
    }
    text_line(stdout, "      replay  %s", r->replay);
}

static void tell_explored(struct show *x, const struct suite_case *c, const struct explored *e)
{
    size_t missed = e->broken ? 0 : choices_missed(&e->choices);
    bool fine = !e->broken && !(missed > 0 && e->whole && x->must_reach);
    bool judged = e->broken || c->expect; /* what crashes is broken, whatever is expected */
    printf("%s  ", !judged ? "seen" : fine ? "ok  " : "FAIL");
    text_print(stdout, c->name, TEXT_LINE);
    fputs(": ", stdout);
    tell_extent(e);
    if (!e->broken)
        printf(", %zu order%s", e->order_count, plural(e->order_count));
    if (!e->broken && e->choices.count > 0)
        printf(", %zu of %zu alternatives reached", e->choices.count - missed, e->choices.count);
    puts(judged ? "" : "; nothing was judged");
    if (e->broken) {
        tell_broken(e);
    } else {
        tell_orders(e);
        tell_missed(e, c);
    }
    if (!judged)
        printf("      there is no expected trace at '%s'\n", c->expect_path);
    x->count.unjudged += !judged;
    x->count.fine += fine && judged;
    x->count.broken += !fine;
    x->count.bounded += !e->whole && !e->broken;
    x->count.runs += e->runs;
}

static void tell_case(void *arg, const struct suite_case *c, const struct explored *e)
{
    struct show *x = arg;
    clear_progress(x);
    if (!e->misfit) {
        tell_explored(x, c, e);
        return;
    }
    text_line(stdout, "skip  %s: %s", c->name, e->misfit);
    x->count.skipped++;
}

/* ---- cases ---- */

static int explore_backend(struct show *x, const char *spec, struct diag *d)
{
    struct target t;
    if (target_open(&t, spec, x->options, d) < 0)
        return -1;
    x->must_reach = strcmp(t.info.name, "reference") == 0;
    x->count = (struct count){ 0 };
    text_line(stdout, "%s %s, profile %s", t.spec, t.info.version, t.profile_name);
    if (t.note[0])
        text_line(stdout, "%s", t.note);
    struct exploring work = { .target = &t,
                              .suite = x->suite,
                              .runs_max = x->options->bound,
                              .jobs = x->options->jobs,
                              .progress = show_progress,
                              .tell = tell_case,
                              .arg = x };
    int result = explore_cases(&work, d);
    clear_progress(x);
    target_close(&t);
    if (result < 0)
        return -1;
    const struct count *n = &x->count;
    size_t cases = n->fine + n->broken + n->unjudged;
    printf("%zu case%s in %llu schedule%s: %zu ok, %zu not; %zu skipped", cases, plural(cases),
           (unsigned long long)n->runs, plural(n->runs), n->fine, n->broken, n->skipped);
    printf(n->unjudged ? ", %zu not judged\n" : "\n", n->unjudged);
    if (n->bounded > 0)
        printf("note: %zu case%s reached the bound of %u schedules; --bound raises it\n",
               n->bounded, plural(n->bounded), x->options->bound);
    return 0;
}

static int explore_all(struct show *x)
{
    static const char *const reference[] = { "reference" };
    const struct option_list *b = &x->options->backend;
    const char *const *spec = b->count ? b->item : reference;
    const size_t count = b->count ? b->count : 1;
    int status = STATUS_EXPECTED;
    for (size_t i = 0; i < count; i++) {
        struct diag d;
        if (explore_backend(x, spec[i], &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
        if (x->count.broken > 0)
            status = STATUS_UNEXPECTED;
        else if (x->count.fine + x->count.unjudged == 0 && status == STATUS_EXPECTED)
            status = STATUS_NOTHING;
    }
    return status;
}

/* A program that has no expected trace shows which orders it has. */
static int open_suite(const struct options *o, struct suite **suite, struct diag *d)
{
    const char *dot = o->operand_count == 1 ? strrchr(o->operand[0], '.') : NULL;
    if (dot && strcmp(dot, ".loop") == 0)
        return suite_load_case(o, o->operand[0], suite, d);
    return suite_open(o, suite, d);
}

int cmd_explore(struct options *o)
{
    struct diag d;
    struct suite *suite;
    int answer = open_suite(o, &suite, &d);
    if (answer != 0)
        return suite_fail(suite, answer, &d);
    struct show x = { .options = o, .suite = suite, .progress = isatty(STDERR_FILENO) };
    int status = explore_all(&x);
    suite_close(suite);
    return status;
}
