/* mutants.c - the time to run all mutants, compared with one run of the suite. */
#include "runner/bench/measure.h"

#include <stdlib.h>

#include "base/mem.h"
#include "runner/mutants/mutant_run.h"
#include "runner/judge/judge.h"

static const struct options options = { .level = LEVEL_MAY, .timeout_ms = 60 * 1000, .jobs = 1 };

static void count_killed(void *arg, size_t index, const struct mutant_result *r)
{
    size_t *killed = arg;
    (void)index;
    *killed += mutant_is_killed(r);
}

static int run_mutants(const struct suite *suite, struct diag *d)
{
    size_t killed = 0;
    const struct mutant **mutant = xcalloc(mutant_table_count, sizeof *mutant);
    for (size_t i = 0; i < mutant_table_count; i++)
        mutant[i] = &mutant_table[i];
    struct mutant_run run = { .options = &options,
                              .suite = suite,
                              .mutant = mutant,
                              .count = mutant_table_count,
                              .tell = count_killed,
                              .arg = &killed };
    int result = mutant_run(&run, d);
    free(mutant);
    if (result == 0 && killed < mutant_table_count)
        return diag_system(d, NULL, "%zu mutants survive", mutant_table_count - killed);
    return result;
}

/* Run each case that the reference can run once. If `first_alone`, run the first case as many times
 * as there are mutants: the bare minimum, since a mutant needs at least one run. */
static int run_cases(const struct suite *suite, bool first_alone, struct diag *d)
{
    struct target target;
    int result = target_open(&target, "reference", &options, NULL, d);
    if (result < 0)
        return -1;
    for (size_t i = 0; result == 0 && i < suite->count; i++) {
        const struct suite_case *c = &suite->item[i];
        if (!mutant_run_can_run(c))
            continue;
        for (size_t runs = first_alone ? mutant_table_count : 1; result == 0 && runs > 0; runs--) {
            struct server_outcome end;
            struct result r;
            result = target_run(&target, c, &end, d);
            if (result < 0)
                break;
            judge(&target, suite->catalogue, c, &end, &r);
            result_release(&r);
        }
        if (first_alone)
            break;
    }
    target_close(&target);
    return result;
}

static int turn_mutants(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct suite *suite;
    if (suite_open(&options, &suite, d) != 0)
        return -1;
    double began = bench_now_ns();
    int result = side == BENCH_OURS ? run_mutants(suite, d)
                                    : run_cases(suite, side != BENCH_PEER, d);
    figure[0] = bench_now_ns() - began;
    suite_close(suite);
    return result;
}

const struct bench_measure bench_mutants = { "mutants", turn_mutants };
