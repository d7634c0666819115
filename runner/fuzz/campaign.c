/* campaign.c - a batch of programs is a job of a pool (runner/server/pool.h). First one backend,
 * then the other gets the batch. Each generates the programs from the seed, runs them and answers
 * with a digest of each trace. Digests that differ are a difference. */
#include "runner/fuzz/campaign.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/now.h"
#include "runner/server/pool.h"

struct work {
    struct fuzz_campaign *c;
    struct pool pool;
    struct fuzz_generator *generator; /* for programs that are a job each */
    uint64_t began_ns;
};

static double seconds_since(uint64_t began_ns)
{
    return (double)(now_ns() - began_ns) / 1e9;
}

static bool time_is_up(const struct work *w)
{
    return w->c->until_ns && now_ns() >= w->c->until_ns;
}

/* False if the time is up; then no more jobs begin. */
static bool may_begin(struct work *w)
{
    if (time_is_up(w))
        w->pool.count = w->pool.begun;
    return !time_is_up(w);
}

static void show_progress(struct work *w)
{
    double s = seconds_since(w->began_ns);
    progress_show(&w->c->progress, "%llu programs, %.0f a second", (unsigned long long)w->c->ran,
                  s > 0 ? (double)w->c->ran / s : 0);
}

static uint64_t number_of(const struct work *w, uint64_t index)
{
    return w->c->shard - 1 + index * w->c->shards;
}

static int report_difference(struct work *w, uint64_t number, bool hung, struct diag *d)
{
    int result = w->c->found(w->c->arg, number, hung, &w->pool.stopping, d);
    pool_note_interrupt(&w->pool, 0);
    return result;
}

/* ---- one program is a job ---- */

/* If one backend is real. Programs on the real clock run one at a time: they would delay each
 * other. */
struct single {
    bool is_exact_done;
    uint64_t exact; /* digest of the trace */
    enum { SINGLE_NOT_RUN, SINGLE_LEFT_OUT, SINGLE_AGREES, SINGLE_UNSURE } end;
};

/* The answer of a run. True if the other side is to run next. */
static bool take_answer(const struct work *w, struct single *s, struct server *server)
{
    struct server_outcome out;
    server_finish(server, &out);
    bool is_exact = !s->is_exact_done, ended = out.end == SERVER_DONE;
    s->is_exact_done = true;
    s->end = SINGLE_UNSURE;
    if (!ended || server_shortage(&out)[0])
        return false;
    uint64_t digest = fuzz_pair_digest(w->c->pair, out.trace);
    if (!is_exact) {
        s->end = digest == s->exact ? SINGLE_AGREES : SINGLE_UNSURE;
        return false;
    }
    s->exact = digest;
    s->end = SINGLE_LEFT_OUT; /* without an end it would run into the time-out on the real clock */
    return out.trace->outcome == OUTCOME_FINISHED;
}

static int step_single(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    const struct fuzz_pair *pair = w->c->pair;
    struct single *s = job->state;
    if (job->server ? !take_answer(w, s, job->server) : !may_begin(w))
        return 0;
    const struct program *p = fuzz_generate(w->generator, number_of(w, job->number));
    int side = s->is_exact_done ? pair->real : !pair->real;
    char *text = program_print(p);
    int result = fuzz_pair_start(pair, side, p, text, &job->server, d);
    free(text);
    if (result == 0)
        s->end = SINGLE_LEFT_OUT;
    return result;
}

/* Run it again in processes of its own, against every order that the rules allow. */
static int make_sure(struct work *w, uint64_t number, struct diag *d)
{
    struct fuzz_run run;
    char *text = program_print(fuzz_generate(w->generator, number));
    struct program *p = program_parse("fuzz", text, strlen(text), d);
    int result = p ? fuzz_pair_run(w->c->pair, p, text, &run, d) : -1;
    bool cut = time_is_up(w); /* then it proves nothing */
    w->c->ran += result == 0 && !cut;
    w->c->left_out += result == 1 && !cut;
    if (result == 0 && run.difference && !cut)
        result = report_difference(w, number, false, d);
    program_free(p);
    free(text);
    return result < 0 ? -1 : 0;
}

static int report_single(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    const struct single *s = job->state;
    if (!job->done || (time_is_up(w) && s->end == SINGLE_UNSURE))
        return 0;
    w->c->ran += s->end == SINGLE_AGREES;
    w->c->left_out += s->end == SINGLE_LEFT_OUT;
    show_progress(w);
    return s->end == SINGLE_UNSURE ? make_sure(w, number_of(w, job->number), d) : 0;
}

/* ---- batches ---- */

struct batch {
    struct server_batch todo;
    int side; /* index of the backend that runs it; 2: both have */
    struct server_batch_result result[2][SERVER_BATCH_MAX];
};

static void plan_batch(const struct work *w, uint64_t index, struct server_batch *b)
{
    const struct fuzz_campaign *c = w->c;
    *b = (struct server_batch){ .seed = c->seed,
                                .from = number_of(w, index * SERVER_BATCH_MAX),
                                .stride = c->shards,
                                .aspects = c->pair->aspects,
                                .until_ns = c->until_ns,
                                .can = c->pair->can,
                                .layers = c->pair->layers };
    uint64_t left = (c->programs - b->from + c->shards - 1) / c->shards;
    b->count = left < SERVER_BATCH_MAX ? (uint32_t)left : SERVER_BATCH_MAX;
    if (c->family)
        snprintf(b->family, sizeof b->family, "%s", c->family->name);
}

static int step_batch(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    struct batch *b = job->state;
    if (job->server) {
        if (server_finish_batch(job->server, b->result[b->side], d) < 0)
            return -1;
        if (++b->side == 2)
            return 0;
    } else if (!may_begin(w)) {
        return 0;
    } else if (b->todo.count == 0) {
        plan_batch(w, job->number, &b->todo);
    }
    const struct target *t = &w->c->pair->target[b->side];
    const struct server_job work = { .file = "",
                                     .source = "",
                                     .profile = t->profile,
                                     .timeout_ms = w->c->timeout_ms,
                                     .batch = b->todo };
    show_progress(w);
    job->server = server_idle(t->server, d);
    return job->server && server_start(job->server, &work, d) == 0 ? 1 : -1;
}

static bool agree(const struct server_batch_result *a, const struct server_batch_result *b)
{
    if (a->end == BATCH_LEFT_OUT)
        return b->end == BATCH_LEFT_OUT;
    return a->end == BATCH_RAN && b->end == BATCH_RAN && a->digest == b->digest;
}

static int report_program(struct work *w, const struct batch *batch, uint32_t i, struct diag *d)
{
    const struct server_batch_result *a = &batch->result[0][i], *b = &batch->result[1][i];
    w->c->left_out += a->end == BATCH_LEFT_OUT;
    w->c->ran += a->end != BATCH_LEFT_OUT;
    uint64_t number = batch->todo.from + (uint64_t)i * batch->todo.stride;
    bool hung = a->end == BATCH_HUNG || b->end == BATCH_HUNG;
    return agree(a, b) ? 0 : report_difference(w, number, hung, d);
}

static bool has_run(const struct batch *b, uint32_t i)
{
    return b->result[0][i].end != BATCH_NOT_RUN && b->result[1][i].end != BATCH_NOT_RUN;
}

/* A server ends a batch at a program that hangs, so that each hang is reported before the next one
 * costs time. The rest of the batch is run again as a batch. */
static int report_batch(void *arg, struct pool_job *job, struct diag *d)
{
    struct work *w = arg;
    struct batch *b = job->state;
    uint32_t done = 0;
    int result = 0;
    if (!job->done || b->side < 2)
        return 0;
    if (!has_run(b, 0) && !time_is_up(w))
        return diag_system(d, NULL, "a server could not run its batch");
    while (result == 0 && done < b->todo.count && has_run(b, done) && !w->pool.stopping)
        result = report_program(w, b, done++, d);
    b->todo.from += (uint64_t)done * b->todo.stride;
    b->todo.count -= done;
    b->side = 0;
    if (result < 0)
        return -1;
    return b->todo.count > 0 && !w->pool.stopping && !time_is_up(w);
}

int fuzz_campaign_run(struct fuzz_campaign *c, struct diag *d)
{
    assert(c->shard >= 1);
    assert(c->shard <= c->shards);
    bool singly = c->pair->one_is_real;
    bool one_at_a_time = c->pair->target[0].real_clock || c->pair->target[1].real_clock;
    uint64_t first = c->shard - 1;
    uint64_t programs = c->programs > first ? (c->programs - first - 1) / c->shards + 1 : 0;
    struct work w = { .c = c, .began_ns = now_ns() };
    w.pool = (struct pool){
        .jobs = one_at_a_time ? 1 : c->jobs,
        .signals = c->signals,
        .count = singly ? programs : (programs + SERVER_BATCH_MAX - 1) / SERVER_BATCH_MAX,
        .state_size = singly ? sizeof(struct single) : sizeof(struct batch),
        .step = singly ? step_single : step_batch,
        .report = singly ? report_single : report_batch,
        .arg = &w,
    };
    w.generator = fuzz_generator_new(c->seed, c->family);
    c->until_ns = c->seconds ? w.began_ns + c->seconds * 1000000000ull : 0;
    fuzz_pair_bound(c->pair, c->pair->target[0].timeout_ms, c->until_ns);
    int result = pool_run(&w.pool, d);
    fuzz_generator_free(w.generator);
    c->interrupted = w.pool.interrupted;
    c->took_s = seconds_since(w.began_ns);
    progress_clear(&c->progress);
    return result;
}
