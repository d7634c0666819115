/* mutants.c - the time to run all mutants, compared with one run of the suite. */
#include "runner/bench/measure.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "runner/mutants/mutant_run.h"
#include "runner/judge/judge.h"
#include "runner/server/pool.h"

static struct options options(uint32_t jobs)
{
    return (struct options){ .level = LEVEL_MAY, .timeout_ms = 60 * 1000, .jobs = jobs };
}

static void count_killed(void *arg, size_t index, const struct mutant_result *r)
{
    size_t *killed = arg;
    (void)index;
    *killed += mutant_is_killed(r);
}

static int run_mutants(const struct suite *suite, const struct options *o, struct diag *d)
{
    size_t killed = 0;
    const struct mutant **mutant = xcalloc(mutant_table_count, sizeof *mutant);
    for (size_t i = 0; i < mutant_table_count; i++)
        mutant[i] = &mutant_table[i];
    struct mutant_run run = { .options = o,
                              .suite = suite,
                              .mutant = mutant,
                              .count = mutant_table_count,
                              .report = count_killed,
                              .arg = &killed };
    int result = mutant_run(&run, d);
    free(mutant);
    if (result == 0 && killed < mutant_table_count)
        return diag_system(d, NULL, "%zu mutants survive", mutant_table_count - killed);
    return result;
}

/* A pool's job is a run of a case on the reference. */
struct work {
    const struct suite *suite;
    size_t *todo; /* indexes of cases */
    struct target target;
};

static int step(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    const struct suite_case *c = &w->suite->item[w->todo[job->number]];
    if (!job->server)
        return target_start(&w->target, c, &job->server, d);
    struct server_outcome end;
    struct result r;
    server_finish(job->server, &end);
    judge(&w->target, w->suite->catalogue, c, &end, &r);
    result_release(&r);
    return 0;
}

static int report_job(void *arg, struct pool_job *job, struct diag *d)
{
    (void)arg;
    (void)job;
    (void)d;
    return 0;
}

/* Run each case that the reference can run once. If `first_alone`, run the first case as many times
 * as there are mutants: the bare minimum, since a mutant needs at least one run. */
static int run_cases(const struct suite *suite, const struct options *o, bool first_alone,
                     struct diag *d)
{
    struct work w = { .suite = suite };
    struct pool pool = { .jobs = o->jobs,
                         .signals = -1,
                         .state_size = 1,
                         .step = step,
                         .report = report_job,
                         .arg = &w };
    if (target_open(&w.target, "reference", o, NULL, d) < 0)
        return -1;
    size_t room = suite->count > mutant_table_count ? suite->count : mutant_table_count;
    w.todo = xcalloc(room, sizeof *w.todo);
    for (size_t i = 0; i < suite->count; i++)
        if (mutant_run_can_run(&suite->item[i]))
            w.todo[pool.count++] = i;
    for (size_t i = 0; first_alone && i < mutant_table_count; i++)
        w.todo[i] = w.todo[0];
    if (first_alone)
        pool.count = mutant_table_count;
    int result = pool_run(&pool, d);
    free(w.todo);
    target_close(&w.target);
    return result;
}

static int turn_mutants(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct suite *suite;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const struct options o = options(processors > 0 ? (uint32_t)processors : 1);
    if (suite_open(&o, &suite, d) != 0)
        return -1;
    double began = bench_now_ns();
    int result = side == BENCH_OURS ? run_mutants(suite, &o, d)
                                    : run_cases(suite, &o, side != BENCH_PEER, d);
    figure[0] = bench_now_ns() - began;
    suite_close(suite);
    return result;
}

const struct bench_measure bench_mutants = { "mutants", turn_mutants };
