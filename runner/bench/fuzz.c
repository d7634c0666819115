/* fuzz.c - random programs, reference against libuv, on one processor at a time, and against Node.
 * The former measure the CPU time of this process and its children, not the wall clock: most of
 * the time on the wall is that of processes which wait for each other. */
#include "runner/bench/measure.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "runner/fuzz/campaign.h"

enum {
    PROGRAMS = 4096, /* of a family */
    PROCESSES = 20,  /* of Node, or empty ones */
    LIVES = 2000,    /* of a loop */
    NODE_PROGRAMS = 500,
};

/* Families of programs that need neither the worker pool nor a process of their own. */
static const char *const plain[] = { "ticks", "immediates", "timers", "intervals",
                                     "ends",  "handles",    "modes",  "pages" };
static const char *const pooled[] = { "pool" };

static int count_difference(void *arg, uint64_t number, bool hung, bool *stop, struct diag *d)
{
    (void)arg;
    (void)hung;
    (void)stop;
    return diag_system(d, NULL, "the backends differ about program %llu",
                       (unsigned long long)number);
}

/* Nanoseconds per program. */
static int time_family(const char *family, double *ns, struct diag *d)
{
    const char *backend[] = { "reference", "libuv" };
    const struct options o = { .backend = { .item = backend, .count = 2 },
                               .timeout_ms = 60 * 1000 };
    struct fuzz_pair pair;
    struct fuzz_campaign c = { .pair = &pair,
                               .seed = 1,
                               .family = fuzz_family_find(family),
                               .programs = PROGRAMS,
                               .shard = 1,
                               .shards = 1,
                               .jobs = 1,
                               .timeout_ms = o.timeout_ms,
                               .signals = -1,
                               .found = count_difference };
    double began = bench_spent_ns();
    if (fuzz_pair_open(&pair, &o, d) < 0)
        return -1;
    int result = fuzz_campaign_run(&c, d);
    fuzz_pair_close(&pair);
    *ns = (bench_spent_ns() - began) / PROGRAMS;
    return result;
}

static int time_families(const char *const *family, size_t count, double *ns, struct diag *d)
{
    *ns = 0;
    for (size_t i = 0; i < count; i++) {
        double one;
        if (time_family(family[i], &one, d) < 0)
            return -1;
        *ns += one / (double)count;
    }
    return 0;
}

/* ---- processes ---- */

static int run_node(struct diag *d)
{
    char *const argv[] = { (char *)"node", (char *)"-e", (char *)"setTimeout(() => {}, 0)", NULL };
    for (int i = 0; i < PROCESSES; i++) {
        pid_t pid;
        int status = 0;
        int error = posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ);
        if (error)
            return diag_system(d, NULL, "cannot run node: %s", strerror(error));
        if (waitpid(pid, &status, 0) < 0 || status != 0)
            return diag_system(d, NULL, "node failed");
    }
    return 0;
}

static int fork_empty(struct diag *d)
{
    for (int i = 0; i < PROCESSES; i++) {
        pid_t pid = bench_fork_empty();
        if (pid < 0 || waitpid(pid, NULL, 0) < 0)
            return diag_system(d, NULL, "cannot fork: %s", strerror(errno));
    }
    return 0;
}

static int time_processes(int (*stretch)(struct diag *d), double *ns, struct diag *d)
{
    double began = bench_spent_ns();
    if (stretch(d) < 0)
        return -1;
    *ns = (bench_spent_ns() - began) / PROCESSES;
    return 0;
}

/* ---- the life of a loop ---- */

static void ignore(void *arg, int status)
{
    (void)arg;
    (void)status;
}

static void do_nothing(void *arg)
{
    (void)arg;
}

/* A loop of libuv runs one timer and, if asked to, one job of its pool. */
static int live(bool with_job, struct diag *d)
{
    const struct loop_backend *b = backend_libuv(false);
    const struct loop_config config = { .args = "" };
    char error[160] = "it gave no reason";
    struct loop *loop = b->open(&config, error, sizeof error);
    if (!loop)
        return diag_system(d, NULL, "libuv does not open: %s", error);
    struct loop_handle *timer = b->handle_new(loop, LOOP_TIMER, -1, ignore, NULL);
    b->timer_start(timer, 0, 0);
    if (with_job)
        b->work(loop, do_nothing, ignore, NULL);
    b->run(loop, LOOP_DEFAULT);
    b->handle_close(timer, ignore);
    b->run(loop, LOOP_DEFAULT);
    b->close(loop);
    return 0;
}

/* ---- the measures ---- */

/* CPU time of the bare minimum and of the peer: twice the life of a loop. */
static int take(enum bench_side side, const char *const *family, size_t count, bool with_job,
                double *ns, struct diag *d)
{
    if (side == BENCH_OURS)
        return time_families(family, count, ns, d);
    if (side == BENCH_BARE)
        return time_processes(fork_empty, ns, d);
    double began = bench_spent_ns();
    for (int i = 0; i < LIVES; i++)
        if (live(with_job, d) < 0)
            return -1;
    *ns = (bench_spent_ns() - began) / LIVES * 2;
    return 0;
}

static int turn_fuzz(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    return take(side, plain, ARRAY_SIZE(plain), false, &figure[0], d);
}

static int turn_pool(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    return take(side, pooled, ARRAY_SIZE(pooled), true, &figure[0], d);
}

/* By the clock on the wall. Programs that Node cannot be compared by do not count. */
static int time_node(double *ns, struct diag *d)
{
    const char *backend[] = { "node", "reference" };
    const struct options o = { .backend = { .item = backend, .count = 2 },
                               .timeout_ms = 60 * 1000 };
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct fuzz_pair pair;
    struct fuzz_campaign c = { .pair = &pair,
                               .seed = 1,
                               .programs = NODE_PROGRAMS,
                               .shard = 1,
                               .shards = 1,
                               .jobs = processors > 0 ? (uint32_t)processors : 1,
                               .timeout_ms = o.timeout_ms,
                               .signals = -1,
                               .found = count_difference };
    if (fuzz_pair_open(&pair, &o, d) < 0)
        return -1;
    double began = bench_now_ns();
    int result = fuzz_campaign_run(&c, d);
    *ns = (bench_now_ns() - began) / (double)(c.ran ? c.ran : 1);
    fuzz_pair_close(&pair);
    return result;
}

static int turn_node(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side == BENCH_OURS)
        return time_node(&figure[0], d);
    double began = bench_now_ns();
    if ((side == BENCH_PEER ? run_node(d) : fork_empty(d)) < 0)
        return -1;
    figure[0] = (bench_now_ns() - began) / PROCESSES;
    return 0;
}

const struct bench_measure bench_fuzz = { "fuzz", turn_fuzz };
const struct bench_measure bench_fuzz_pool = { "fuzz-pool", turn_pool };
const struct bench_measure bench_fuzz_node = { "fuzz-node", turn_node };
