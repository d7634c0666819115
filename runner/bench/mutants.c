/* mutants.c - the whole table of mutants against one run of the suite. */
#include "runner/bench/measure.h"

#include <stdlib.h>

#include "base/mem.h"
#include "runner/mutants/mutant_run.h"
#include "runner/judge/judge.h"

static const struct options options = { .level = LEVEL_MAY, .timeout_ms = 60 * 1000 };

static int hunt_all(const struct suite *suite, struct diag *d)
{
    struct mutant_run *h = mutant_run_open(&options, suite);
    int result = 0;
    for (size_t i = 0; result == 0 && i < mutant_table_count; i++) {
        struct mutant_result r;
        result = mutant_run_until_killed(h, &mutant_table[i], &r, d);
        if (result == 0 && !mutant_is_killed(&r))
            result = diag_system(d, NULL, "mutant '%s' survives", mutant_table[i].name);
        mutant_result_release(&r);
    }
    mutant_run_close(h);
    return result;
}

static int run_suite(const struct suite *suite, struct diag *d)
{
    struct target target;
    int result = target_open(&target, "reference", &options, d);
    if (result < 0)
        return -1;
    for (size_t i = 0; result == 0 && i < suite->count; i++) {
        const struct suite_case *c = &suite->item[i];
        struct server_outcome end;
        struct result r;
        if (!mutant_run_can_run(c))
            continue;
        result = target_run(&target, c, &end, d);
        if (result < 0)
            break;
        judge(&target, suite->catalogue, c, &end, server_trace(target.server), &r);
        result_release(&r);
    }
    target_close(&target);
    return result;
}

/* A mutant cannot be had for less than its process. */
static int open_servers(struct diag *d)
{
    for (size_t i = 0; i < mutant_table_count; i++) {
        char *spec = xasprintf("reference:mutant=%s", mutant_table[i].name);
        struct server *s = server_open(spec, d);
        free(spec);
        if (!s)
            return -1;
        server_close(s);
    }
    return 0;
}

static int turn_mutants(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    struct suite *suite;
    if (suite_open(&options, &suite, d) != 0)
        return -1;
    double began = bench_now_ns();
    int result = side == BENCH_OURS   ? hunt_all(suite, d)
                 : side == BENCH_PEER ? run_suite(suite, d)
                                      : open_servers(d);
    figure[0] = bench_now_ns() - began;
    suite_close(suite);
    return result;
}

const struct bench_measure bench_mutants = { "mutants", 2, turn_mutants };
