/* smoke.c - checks that an adapter is sound. The checks are tables: smoke_loop.c, smoke_outside.c. A
 * check that needs an undeclared capability is not made; those capabilities are named at the end. One
 * that fails is shown with what may be wrong, what the loop printed, its program, and the command
 * that repeats it. The declared capabilities that no check could ask about are named, too. */
#include "runner/command/commands.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "interface/can.h"
#include "runner/judge/judge.h"
#include "runner/command/smoke_checks.h"

enum { ENDLESS_MS = 2000 }; /* time limit of a scenario without an end */

/* `workers 2|...`: a header before the steps. */
static char *whole_scenario(const struct smoke_checks *all, const struct smoke_check *k)
{
    const char *bar = k->is_script ? NULL : strchr(k->scenario, '|');
    int head = bar ? (int)(bar - k->scenario) : 0;
    return xasprintf("%s%.*s\n\n%s\n", k->is_script ? all->script_head : all->program_head, head,
                     k->scenario, bar ? bar + 1 : k->scenario);
}

static int load_check(const struct smoke_checks *all, const struct smoke_check *k,
                      struct suite_case *c, struct diag *d)
{
    bool any = strcmp(k->expected, "any") == 0;
    *c = (struct suite_case){ .name = (char *)"smoke",
                              .path = (char *)(k->is_script ? "smoke.js" : "smoke.loop"),
                              .expect_path = (char *)"smoke.trace",
                              .source = whole_scenario(all, k) };
    c->length = strlen(c->source);
    if (scenario_parse(&c->scenario, c->path, c->source, c->length, d) < 0)
        return -1;
    c->scenario.families = FAMILIES_ALL;
    c->expect = any ? NULL : expect_parse(c->expect_path, k->expected, strlen(k->expected), d);
    return any || c->expect ? 0 : -1;
}

static void unload_check(struct suite_case *c)
{
    expect_free(c->expect);
    scenario_release(&c->scenario);
    free(c->source);
}

static const char *const word[] = { [VERDICT_PASS] = "ok  ", [VERDICT_SKIP] = "lack" };

/* The likely cause of a kind of mistake, in whichever check it shows: the first row counts whose
 * verdict and part of the reason fit. */
static const struct {
    enum verdict verdict;
    const char *reason; /* a part of it */
    const char *cause;
    /* In each check alike: to say it once is enough, and the check's own hint would lead away. */
    bool is_everywhere;
} causes[] = {
    { VERDICT_ERROR, "on another thread", "async_send only wakes the loop: call back from run()",
      false },
    { VERDICT_ERROR, "outside of run()",
      "note what was asked for and call back later, from run(): the caller is not ready yet",
      false },
    { VERDICT_ERROR, "while another callback", "the running callback has to return first", false },
    { VERDICT_ERROR, "after its close callback", "after its close callback a handle is silent",
      false },
    { VERDICT_ERROR, "with the status",
      "events of a poll are what callback_told answers; its status is 0 or a negative errno",
      false },
    { VERDICT_ERROR, "clock went back", "now never shows less than it did before", false },
    { VERDICT_ERROR, "the adapter sent", "each message is one JSON object on a line of its own",
      false },
    { VERDICT_ERROR, "which it watched",
      "handle_close only ends the watch: whoever made the descriptor closes it", false },
    { VERDICT_ERROR, "signal mask",
      "a loop that blocks the signals which it watches, for a signalfd: unblock them in close()",
      true },
    { VERDICT_ERROR, "'s locale",
      "a library that sets the locale when it starts: set it back in open(), setlocale(LC_ALL, "
      "\"C\")",
      true },
    { VERDICT_ERROR, "open, first",
      "close() gives back all that the loop has opened, also what a library keeps for later. What "
      "it keeps for the whole process should be there before: open and close a loop in a "
      "constructor of the plug-in, or make it give that back in close()",
      true },
    { VERDICT_ERROR, "", "this holds for every call, not only for this check; see backend.h",
      false },
    { VERDICT_CRASH, "",
      "was a handle freed too early? Run the command below with --timeout 1h in a debugger",
      false },
    { VERDICT_TIMEOUT, "waits for ever",
      "the loop waits for nothing: what the program has started is not part of its wait", false },
    { VERDICT_TIMEOUT, "", "the loop does not come back from run(): it spins, or waits elsewhere",
      false },
};

/* Its row; ARRAY_SIZE(causes) if there is none. */
static size_t cause_of(const struct result *r)
{
    size_t i = 0;
    while (i < ARRAY_SIZE(causes) &&
           (causes[i].verdict != r->verdict || !strstr(r->reason, causes[i].reason)))
        i++;
    return i;
}

/* What the checks have found so far. */
struct findings {
    struct result_summary sum;
    uint64_t asked;   /* capabilities that a check was about */
    uint64_t lacking; /* capabilities that it does not declare, so that a check was not made */
    bool told[ARRAY_SIZE(causes)];
};

/* The lines of a text, indented, after a heading. */
static void print_block(const char *heading, const char *text)
{
    if (text[0] == '\0')
        return;
    printf("      %s\n", heading);
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        text_line(stdout, "        %.*s", (int)(end - line), line);
    }
}

static void print_broken(const struct target *t, const struct smoke_check *k,
                         const struct suite_case *c, const struct result *r, struct findings *f)
{
    size_t cause = cause_of(r);
    bool is_known = cause < ARRAY_SIZE(causes);
    bool is_everywhere = is_known && causes[cause].is_everywhere;
    if (is_everywhere && f->told[cause]) {
        printf("      cause   see above\n");
        return;
    }
    char *spec = text_quote(t->spec), *promise = text_quote(k->promise);
    if (is_known) {
        printf("      cause   %s\n", causes[cause].cause);
        f->told[cause] = true;
    }
    if (!is_everywhere)
        printf("      hint    %s\n", k->remedy);
    print_block("what the loop printed", r->output);
    const char *steps = strstr(c->source, "\n\n");
    print_block("the program", steps + strspn(steps, "\n"));
    printf("      repeat  loopspec smoke -b %s %s\n", spec, promise);
    free(promise);
    free(spec);
}

static void print_check(const struct target *t, const struct smoke_check *k,
                        const struct suite_case *c, const struct result *r, struct findings *f)
{
    bool is_fine = verdict_is_expected(r->verdict);
    text_line(stdout, "%s  %s%s%s", is_fine ? word[r->verdict] : "BAD ", k->promise,
              r->reason[0] && r->verdict != VERDICT_PASS ? ": " : "",
              r->verdict != VERDICT_PASS ? r->reason : "");
    if (!is_fine)
        print_broken(t, k, c, r, f);
}

/* If a check is meant to go wrong, it passes if it went wrong in that way. */
static void expect_verdict(const struct smoke_check *k, struct result *r)
{
    if (k->verdict == VERDICT_PASS)
        return;
    char *reason = r->verdict == k->verdict
                       ? xstrdup("")
                       : xasprintf("it was to be told as '%s', not as '%s'",
                                   verdict_name(k->verdict), verdict_name(r->verdict));
    r->verdict = r->verdict == k->verdict ? VERDICT_PASS : VERDICT_FAIL;
    free(r->reason);
    r->reason = reason;
}

/* Returns 0, or -1 with `*d` if the check could not be run. */
static int make_check(struct target *t, const struct smoke_checks *all, const struct smoke_check *k,
                      struct findings *f, struct diag *d)
{
    struct suite_case c;
    struct result r;
    struct server_outcome end;
    uint32_t usual_ms = t->timeout_ms;
    int status = load_check(all, k, &c, d);
    char *misfit = status == 0 ? target_why_skipped(t, &c.scenario) : NULL;
    if (misfit) {
        judge_skip(t, &c, misfit, &r);
    } else if (status == 0) {
        if (k->verdict == VERDICT_TIMEOUT)
            t->timeout_ms = ENDLESS_MS;
        status = target_run(t, &c, &end, d);
        if (status == 0)
            judge(t, NULL, &c, &end, &r);
        if (status == 0)
            expect_verdict(k, &r);
        t->timeout_ms = usual_ms;
    }
    if (status == 0) {
        uint64_t needs = target_needs(t, &c.scenario);
        if ((needs & ~t->info.can) == 0)
            print_check(t, k, &c, &r, f);
        result_summary_count(&f->sum, &r);
        f->lacking |= needs & ~t->info.can;
        if (r.verdict != VERDICT_SKIP)
            f->asked |= k->asks | needs;
        result_release(&r);
    }
    unload_check(&c);
    fflush(stdout); /* a check that hangs takes its time, and somebody may watch the file */
    return status;
}

static const struct smoke_checks *checks_for(const struct server_info *info)
{
    bool is_page = (info->layers & (LAYER_BIT(LAYER_NODE) | LAYER_BIT(LAYER_BROWSER))) ==
                   LAYER_BIT(LAYER_BROWSER);
    bool is_loop = !info->outside || (info->layers & LAYER_BIT(LAYER_CORE));
    return is_loop ? &smoke_loop : is_page ? &smoke_page : &smoke_process;
}

/* Is the check one that the command names? Without operands all are. */
static bool is_chosen(const struct smoke_check *k, const struct options *o)
{
    for (size_t i = 0; i < o->operand_count; i++)
        if (fnmatch(o->operand[i], k->promise, 0) == 0)
            return true;
    return o->operand_count == 0;
}

/* Print the capabilities in a line, after `before`; nothing if there are none. */
static void print_capabilities(const char *before, uint64_t can)
{
    for (size_t i = 0; i < loop_can_count(); i++)
        if (can & loop_can_find(loop_can_name(i))) {
            printf("%s%s", before, loop_can_name(i));
            before = ", ";
        }
    if (before[0] == ',')
        printf("\n");
}

static int make_checks(struct target *t, const struct options *o)
{
    const struct smoke_checks *all = checks_for(&t->info);
    struct diag d;
    struct findings f = { 0 };
    text_line(stdout, "%s: %s %s, %s clock", t->spec, t->info.name, t->info.version,
              t->real_clock ? "real" : "virtual");
    for (size_t i = 0; i < all->count; i++) {
        const struct smoke_check *k = &all->check[i];
        if ((k->only != SMOKE_ANYWHERE && k->only != all->where) || !is_chosen(k, o) ||
            (k->unless & t->info.can))
            continue;
        if (make_check(t, all, k, &f, &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
    }
    print_capabilities("not declared, so not asked about: ", f.lacking);
    if (o->operand_count == 0 && !t->info.outside)
        print_capabilities("declared, but no check could ask about: ", t->info.can & ~f.asked);
    size_t lacks = f.sum.count[VERDICT_SKIP], broken = result_summary_broken(&f.sum);
    printf("%zu sound, %zu bad, %zu not declared\n", f.sum.count[VERDICT_PASS], broken, lacks);
    return broken                      ? STATUS_UNEXPECTED
           : f.sum.count[VERDICT_PASS] ? STATUS_EXPECTED
                                       : STATUS_NOTHING;
}

int cmd_smoke(struct options *o)
{
    struct diag d;
    struct target t;
    int status = STATUS_EXPECTED;
    if (o->backend.count == 0) {
        diag_usage(&d, "-b ./my-loop.so", "smoke needs a backend");
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    for (size_t i = 0; i < o->backend.count; i++) {
        if (target_open(&t, o->backend.item[i], o, NULL, &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
        int own = make_checks(&t, o);
        status = own > status ? own : status;
        target_close(&t);
    }
    return status;
}
