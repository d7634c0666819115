/* mutants.c - breaks the reference on purpose, one rule at a time, and checks that a case which
 * names the rule fails. */
#include "runner/command/commands.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"
#include "runner/mutants/coverage.h"
#include "runner/mutants/mutant_run.h"

struct show {
    const struct options *options;
    const struct suite *suite;
    const struct mutant **mutant; /* the mutants to run */
    size_t count, killed;
    bool *kills; /* by case, for --idle-cases: does it kill a mutant? Else NULL */
    struct progress progress;
    size_t faults; /* faults of the table or the suite, besides surviving mutants */
    json_t *json;  /* printed at the end; NULL: text */
    uint64_t began_ns;
};

/* ---- choosing ---- */

static int choose_mutants(struct show *s, struct diag *d)
{
    const struct options *o = s->options;
    if (o->idle_cases && o->operand_count > 0)
        return diag_usage(d, NULL, "--idle-cases is about all mutants: name none");
    s->count = o->operand_count ? o->operand_count : mutant_table_count;
    s->mutant = xcalloc(s->count, sizeof *s->mutant);
    for (size_t i = 0; i < s->count; i++) {
        s->mutant[i] = &mutant_table[i];
        if (o->operand_count && mutant_find(o->operand[i], &s->mutant[i], d) < 0)
            return -1;
        if (!s->mutant[i])
            return diag_usage(d, NULL, "'none' is the control: there is nothing to kill");
    }
    return 0;
}

/* ---- telling ---- */

static void print_kill(const struct mutant_kill *k)
{
    if (k->by)
        printf("    %-10s %s, %s\n", k->rule, k->by->name, verdict_name(k->verdict));
    else if (k->cases == 0)
        printf("    %-10s SURVIVES: no case names this rule\n", k->rule);
    else
        printf("    %-10s SURVIVES: %zu case%s this rule, and %s\n", k->rule, k->cases,
               k->cases == 1 ? " names" : "s name", k->cases == 1 ? "passes" : "all pass");
}

static void print_result(const struct mutant *m, const struct mutant_result *r)
{
    printf("%-9s %s: %s\n", mutant_is_killed(r) ? "killed" : "SURVIVES", m->name, m->does);
    for (size_t i = 0; i < r->kill_count; i++)
        print_kill(&r->kill[i]);
    if (r->other)
        printf("    %-10s killed by %s, which does not name it\n", "", r->other->name);
}

static void add_result(json_t *all, const struct mutant *m, const struct mutant_result *r)
{
    json_t *kills = json_array();
    for (size_t i = 0; i < r->kill_count; i++) {
        const struct mutant_kill *k = &r->kill[i];
        json_array_append_new(
            kills, json_pack("{ss sI ss? ss? ss?}", "rule", k->rule, "cases", (json_int_t)k->cases,
                             "by", k->by ? k->by->name : NULL, "verdict",
                             k->by ? verdict_name(k->verdict) : NULL, "reason", k->reason));
    }
    json_array_append_new(json_object_get(all, "mutants"),
                          json_pack("{ss ss ss ss? sb so ss?}", "mutant", m->name, "does", m->does,
                                    "change", m->change, "profile", m->profile, "killed",
                                    mutant_is_killed(r), "kills", kills, "other",
                                    r->other ? r->other->name : NULL));
}

static void print_mutant(void *arg, size_t i, const struct mutant_result *r)
{
    struct show *s = arg;
    progress_clear(&s->progress);
    if (s->json && !s->kills)
        add_result(s->json, s->mutant[i], r);
    else if (!s->kills && !(s->options->quiet && mutant_is_killed(r)))
        print_result(s->mutant[i], r);
    s->killed += !s->kills && mutant_is_killed(r);
    progress_show(&s->progress, "[%zu/%zu] %s%s", i + 1, s->count, s->kills ? "idle cases: " : "",
                  s->mutant[i]->name);
}

static int run_all(struct show *s, struct diag *d)
{
    struct mutant_run run = { .options = s->options,
                              .suite = s->suite,
                              .mutant = s->mutant,
                              .count = s->count,
                              .marked = s->kills,
                              .report = print_mutant,
                              .arg = s };
    int result = mutant_run(&run, d);
    progress_clear(&s->progress);
    return result;
}

/* ---- what they do not reach ---- */

static void print_note(void *arg, enum coverage_kind kind, const char *what, const char *reason)
{
    struct show *s = arg;
    s->faults += coverage_is_fault(kind);
    if (s->json)
        json_array_append_new(json_object_get(s->json, "audit"),
                              json_pack("{ss ss ss sb}", "what", what, "is", coverage_name(kind),
                                        "reason", reason, "fault", coverage_is_fault(kind)));
    else
        printf("%-9s %s: %s\n", coverage_name(kind), what, reason);
}

static int tell_idle_cases(struct show *s, struct diag *d)
{
    s->kills = xcalloc(s->suite->count, sizeof *s->kills);
    int result = run_all(s, d);
    if (result == 0)
        coverage_cases(s->suite, s->kills, print_note, s);
    free(s->kills);
    return result;
}

/* ---- the command ---- */

static int print_all(struct show *s, struct diag *d)
{
    int result = run_all(s, d);
    if (result == 0 && s->options->operand_count == 0)
        coverage_rules(s->suite, print_note, s);
    if (result == 0 && s->options->idle_cases)
        result = tell_idle_cases(s, d);
    if (result < 0)
        return -1;
    if (s->json) {
        json_object_set_new(s->json, "killed", json_integer((json_int_t)s->killed));
        json_dumpf(s->json, stdout, JSON_INDENT(1));
        putchar('\n');
        return 0;
    }
    printf("\n%zu of %zu killed   in %.1f s\n", s->killed, s->count,
           (double)(now_ns() - s->began_ns) / 1e9);
    return 0;
}

int cmd_mutants(struct options *o)
{
    struct diag d;
    struct suite *suite;
    struct options whole = *o; /* the operands are mutants, not cases */
    struct show s = { .options = o, .progress = options_progress(o), .began_ns = now_ns() };
    int status = STATUS_EXPECTED;

    if (choose_mutants(&s, &d) < 0) {
        diag_print(&d, stderr);
        free(s.mutant);
        return diag_exit_status(&d);
    }
    whole.operand_count = 0;
    int answer = suite_open(&whole, &suite, &d);
    if (answer != 0) {
        free(s.mutant);
        return suite_fail(suite, answer, &d);
    }
    s.suite = suite;
    if (o->json)
        s.json = json_pack("{s[] s[]}", "mutants", "audit");
    if (print_all(&s, &d) < 0) {
        diag_print(&d, stderr);
        status = diag_exit_status(&d);
    } else if (s.killed < s.count || s.faults > 0) {
        status = STATUS_UNEXPECTED;
    }
    json_decref(s.json);
    suite_close(suite);
    free(s.mutant);
    return status;
}
