/* loops.c - iterations of a loop in this process, called through the backend's table and in the
 * virtual world, as in a case. */
#include "runner/bench/measure.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/record.h"
#include "load/load.h"
#include "profile/profile.h"
#include "world/world.h"

enum { CALLBACKS = 1000 * 1000, TIMERS = 1000 * 1000, DELAY_MS_MAX = 1000 * 1000 };

/* A loop in a world of its own. */
struct fixture {
    const struct loop_backend *backend;
    struct loop *loop;
};

static void on_stuck(void *arg, const char *waiters)
{
    (void)arg;
    (void)waiters;
    abort();
}

static int fixture_open(struct fixture *s, const struct loop_backend *backend, struct diag *d)
{
    static const struct world_config virtual_world = { .clock = WORLD_VIRTUAL, .stuck = on_stuck };
    struct version v = { { 1, 44, 2 } };
    version_parse_build(backend_libuv(false)->version(), &v); /* the reference has the same rules */
    struct loop_config config = { .version = { v.part[0], v.part[1], v.part[2] }, .args = "" };
    char error[160] = "it gave no reason";
    world_begin(&virtual_world);
    s->backend = backend;
    s->loop = backend->open(&config, error, sizeof error);
    return s->loop ? 0
                   : diag_system(d, NULL, "backend '%s' does not open: %s", backend->name, error);
}

/* ---- the peers ---- */

typedef int loop_measure(const struct loop_backend *backend, double figure[BENCH_FIGURES_MAX],
                         struct diag *d);

struct peer {
    loop_measure *measure;
    const struct loop_backend *backend;
};

static int measure_peer(const void *arg, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    const struct peer *p = arg;
    return p->measure(p->backend, figure, d);
}

/* The lowest figures of all loops that have what the measure needs and are installed. Each has a
 * process of its own. */
static int measure_best(loop_measure *measure, uint64_t needs, double figure[BENCH_FIGURES_MAX],
                        struct diag *d)
{
    static const char *const names[] = { "libuv", "libev", "libevent" };
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        double one[BENCH_FIGURES_MAX];
        struct backend_spec spec;
        struct diag missing;
        struct peer peer = { .measure = measure };
        if (backend_spec_parse(names[i], &spec, &missing) < 0 ||
            !(peer.backend = backend_load(&spec, &missing)) || needs & ~peer.backend->can)
            continue;
        if (bench_apart(measure_peer, &peer, one, d) < 0)
            return -1;
        for (int k = 0; k < BENCH_FIGURES_MAX; k++)
            if (i == 0 || one[k] < figure[k])
                figure[k] = one[k];
    }
    return 0;
}

static int measure_side(enum bench_side side, loop_measure *measure, uint64_t needs,
                        double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side == BENCH_OURS)
        return measure(&backend_reference, figure, d);
    return measure_best(measure, needs, figure, d);
}

/* ---- check callbacks ---- */

/* A million callbacks in one run, timed in stretches of this length: see bench_least_ns(). */
enum { STRETCH = 50 * 1000 };

struct checks {
    struct fixture fixture;
    struct record record;
    uint32_t left;
    double since, least_ns;
};

static void on_idle(void *arg, int status)
{
    (void)arg;
    (void)status;
}

static void end_stretch(struct checks *c)
{
    double now = bench_now_ns();
    if (now - c->since < c->least_ns)
        c->least_ns = now - c->since;
    c->since = now;
    if (c->left == 0)
        c->fixture.backend->stop(c->fixture.loop);
}

static void on_check(void *arg, int status)
{
    struct checks *c = arg;
    (void)status;
    if (--c->left % STRETCH == 0)
        end_stretch(c);
}

static void on_recorded_check(void *arg, int status)
{
    struct checks *c = arg;
    uint32_t index = record_callback(&c->record, TRACE_CHECK, 0, TRACE_NO_DUE, 0);
    on_check(arg, status);
    record_callback_end(&c->record, index);
}

/* Never called: the budget is twice the number of events, and the trace has room for more. */
static void on_full(void *arg, enum trace_outcome outcome)
{
    (void)arg;
    (void)outcome;
    abort();
}

/* The idle handle keeps the loop from blocking: every iteration has one check callback. */
static int run_checks(const struct loop_backend *backend, struct trace *trace, double *ns,
                      struct diag *d)
{
    struct checks c = {
        .record = { .trace = trace, .callbacks_max = 2ull * CALLBACKS, .full = on_full },
        .left = CALLBACKS,
        .least_ns = 1e18,
    };
    if (fixture_open(&c.fixture, backend, d) < 0)
        return -1;
    struct loop_handle *idle = backend->handle_new(c.fixture.loop, LOOP_IDLE, -1, on_idle, &c);
    struct loop_handle *check = backend->handle_new(c.fixture.loop, LOOP_CHECK, -1,
                                                    trace ? on_recorded_check : on_check, &c);
    backend->watch_start(idle);
    backend->watch_start(check);
    c.since = bench_now_ns();
    backend->run(c.fixture.loop, LOOP_DEFAULT);
    *ns = c.least_ns / STRETCH;
    assert(c.left == 0);
    assert(!trace || trace->count == CALLBACKS);
    return 0;
}

static int run_silent_checks(const struct loop_backend *backend, double figure[BENCH_FIGURES_MAX],
                             struct diag *d)
{
    return run_checks(backend, NULL, &figure[0], d);
}

static int turn_check(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    figure[0] = side == BENCH_BARE ? bench_bare_wait_ns() : 0;
    return side == BENCH_BARE
               ? 0
               : measure_side(side, run_silent_checks, LOOP_CAN_CHECK | LOOP_CAN_IDLE, figure, d);
}

/* A server uses one trace for all its cases. So the measured run is not the first: another process
 * has recorded as much into the trace before, and it was reset. */
static struct trace *used_trace(struct diag *d)
{
    double ignored;
    int fd = trace_create();
    struct trace *trace = fd < 0 ? NULL : trace_map(fd);
    pid_t pid = trace ? fork() : -1;
    if (pid == 0)
        _exit(run_checks(backend_libuv(false), trace, &ignored, d) < 0);
    if (pid < 0 || waitpid(pid, NULL, 0) < 0) {
        diag_system(d, NULL, "no trace could be made: %s", strerror(errno));
        return NULL;
    }
    trace_reset(trace);
    return trace;
}

static int turn_recording(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side == BENCH_BARE)
        return turn_check(side, figure, d);
    if (side == BENCH_PEER)
        return run_silent_checks(backend_libuv(false), figure, d);
    struct trace *trace = used_trace(d);
    return trace ? run_checks(backend_libuv(false), trace, &figure[0], d) : -1;
}

const struct bench_measure bench_check = { "check", turn_check };
const struct bench_measure bench_recording = { "recording", turn_recording };

/* ---- descriptors ---- */

struct ready {
    struct fixture fixture;
    uint32_t left;
    double since, least_ns;
};

static void on_ready(void *arg, int status)
{
    struct ready *r = arg;
    (void)status;
    if (--r->left % STRETCH != 0)
        return;
    double now = bench_now_ns();
    if (now - r->since < r->least_ns)
        r->least_ns = now - r->since;
    r->since = now;
    if (r->left == 0)
        r->fixture.backend->stop(r->fixture.loop);
}

/* Each wait finds the same descriptor ready, since nobody reads it. */
static int run_ready(const struct loop_backend *backend, double figure[BENCH_FIGURES_MAX],
                     struct diag *d)
{
    struct ready r = { .left = CALLBACKS, .least_ns = 1e18 };
    if (fixture_open(&r.fixture, backend, d) < 0)
        return -1;
    int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    struct loop_handle *poll = backend->handle_new(r.fixture.loop, LOOP_POLL, fd, on_ready, &r);
    backend->poll_start(poll, LOOP_READABLE);
    r.since = bench_now_ns();
    backend->run(r.fixture.loop, LOOP_DEFAULT);
    assert(r.left == 0);
    figure[0] = r.least_ns / STRETCH;
    return 0;
}

static int turn_ready(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    figure[0] = side == BENCH_BARE ? bench_bare_wait_ns() : 0;
    return side == BENCH_BARE ? 0 : measure_side(side, run_ready, LOOP_CAN_POLL, figure, d);
}

const struct bench_measure bench_ready = { "ready", turn_ready };

/* ---- timers ---- */

/* xorshift64: the same numbers for every side and round. */
static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* All numbers below TIMERS, in random order. */
static uint32_t *shuffle(uint64_t *state)
{
    uint32_t *order = xcalloc(TIMERS, sizeof *order);
    for (uint32_t i = 0; i < TIMERS; i++) {
        uint32_t other = (uint32_t)(random_next(state) % (i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

enum { FIGURE_START, FIGURE_STOP, FIGURE_FIRE };

static void on_timer(void *arg, int status)
{
    uint32_t *fired = arg;
    (void)status;
    ++*fired;
}

static int run_timers(const struct loop_backend *backend, double figure[BENCH_FIGURES_MAX],
                      struct diag *d)
{
    struct fixture s;
    uint64_t state = 1;
    uint32_t fired = 0;
    if (fixture_open(&s, backend, d) < 0)
        return -1;
    const uint32_t *order = shuffle(&state);
    struct loop_handle **timer = xcalloc(TIMERS, sizeof *timer);
    for (uint32_t i = 0; i < TIMERS; i++)
        timer[i] = backend->handle_new(s.loop, LOOP_TIMER, -1, on_timer, &fired);

    double began = bench_now_ns();
    for (uint32_t i = 0; i < TIMERS; i++)
        backend->timer_start(timer[i], 1 + random_next(&state) % DELAY_MS_MAX, 0);
    double started = bench_now_ns();
    for (uint32_t i = 0; i < TIMERS / 2; i++)
        backend->handle_stop(timer[order[i]]);
    double stopped = bench_now_ns();
    world_busy(2ull * DELAY_MS_MAX * 1000 * 1000); /* all are due */
    double due = bench_now_ns();
    backend->run(s.loop, LOOP_DEFAULT);
    double done = bench_now_ns();

    assert(fired == TIMERS - TIMERS / 2);
    figure[FIGURE_START] = (started - began) / TIMERS;
    figure[FIGURE_STOP] = (stopped - started) / (TIMERS / 2.0);
    figure[FIGURE_FIRE] = (done - due) / fired;
    return 0;
}

/* The cost of memory alone: write to as many records in the same order, without sorting them. */
static void touch_records(double figure[BENCH_FIGURES_MAX])
{
    struct record_like {
        uint64_t word[16];
    };
    uint64_t state = 1;
    const uint32_t *order = shuffle(&state);
    struct record_like *volatile records = xcalloc(TIMERS, sizeof *records);
    struct record_like *r = records;
    for (uint32_t i = 0; i < TIMERS; i++)
        r[i].word[1] = i;

    double began = bench_now_ns();
    for (uint32_t i = 0; i < TIMERS; i++)
        r[i].word[0] += random_next(&state);
    double started = bench_now_ns();
    for (uint32_t i = 0; i < TIMERS / 2; i++)
        r[order[i]].word[0]++;
    double stopped = bench_now_ns();
    for (uint32_t i = TIMERS / 2; i < TIMERS; i++)
        r[order[i]].word[0]++;
    double done = bench_now_ns();

    figure[FIGURE_START] = (started - began) / TIMERS;
    figure[FIGURE_STOP] = (stopped - started) / (TIMERS / 2.0);
    figure[FIGURE_FIRE] = (done - stopped) / (TIMERS / 2.0);
}

static int turn_timers(enum bench_side side, double figure[BENCH_FIGURES_MAX], struct diag *d)
{
    if (side != BENCH_BARE)
        return measure_side(side, run_timers, LOOP_CAN_TIMER, figure, d);
    touch_records(figure);
    return 0;
}

const struct bench_measure bench_timers = { "timers", turn_timers };
