/* campaign.c - the programs are handed out in batches. A lane is a server for each
 * backend; both get the same batch, make its programs themselves and answer with a digest
 * for each. With one job at a time the second side of a lane waits for the first. */
#include "runner/fuzz/campaign.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"

enum { LOOK_MS = 200 };

enum side_state { SIDE_IDLE, SIDE_WAITING, SIDE_BUSY, SIDE_DONE };

struct lane {
    struct server *server[2];
    enum side_state state[2];
    struct server_batch batch;
    struct server_batch_result result[2][SERVER_BATCH_MAX];
};

struct work {
    struct fuzz_campaign *c;
    struct lane *lane;
    uint32_t lanes;
    uint64_t next;   /* the number that the next batch begins with */
    uint64_t looked; /* the same of the batch whose results are looked at next */
    uint64_t began_ns, shown_ns;
    bool stopping;
};

static double seconds_since(uint64_t began_ns)
{
    return (double)(now_ns() - began_ns) / 1e9;
}

static bool time_is_up(const struct work *w)
{
    return w->c->until_ns && now_ns() >= w->c->until_ns;
}

static bool is_over(const struct work *w)
{
    return w->stopping || w->next >= w->c->programs || time_is_up(w);
}

static void show_progress(struct work *w)
{
    uint64_t now = now_ns();
    if (!w->c->progress || now - w->shown_ns < 200 * 1000000ull)
        return;
    w->shown_ns = now;
    double s = seconds_since(w->began_ns);
    fprintf(stderr, "\r\033[K%llu programs, %.0f a second", (unsigned long long)w->c->ran,
            s > 0 ? (double)w->c->ran / s : 0);
}

static void look_for_interrupt(struct work *w)
{
    struct pollfd pfd = { w->c->signals, POLLIN, 0 };
    if (poll(&pfd, 1, 0) > 0) {
        w->c->interrupted = true;
        w->stopping = true;
    }
}

/* ---- one at a time ---- */

/* With a backend that has the real clock only: programs that run at the same time would
 * hold up each other. */
static int run_singly(struct work *w, struct diag *d)
{
    struct fuzz_campaign *c = w->c;
    struct fuzz_generator *g = fuzz_generator_new(c->seed, c->family);
    int result = 0;
    for (; result >= 0 && !is_over(w); w->next += c->shards) {
        struct fuzz_run run;
        char *text = program_print(fuzz_generate(g, w->next));
        struct program *p = program_parse("fuzz", text, strlen(text), d);
        result = p ? fuzz_pair_run(c->pair, p, text, &run, d) : -1;
        bool cut = time_is_up(w); /* then it tells nothing */
        c->ran += result == 0 && !cut;
        c->left_out += result == 1 && !cut;
        if (result == 0 && run.difference && !cut)
            result = c->found(c->arg, w->next, false, &w->stopping, d);
        program_free(p);
        free(text);
        look_for_interrupt(w);
        show_progress(w);
    }
    fuzz_generator_free(g);
    return result < 0 ? -1 : 0;
}

/* ---- batches ---- */

static int start_side(struct work *w, struct lane *l, int side, struct diag *d)
{
    const struct target *t = &w->c->pair->target[side];
    if (!l->server[side])
        l->server[side] = server_open(t->spec, d);
    if (!l->server[side])
        return -1;
    l->state[side] = SIDE_BUSY;
    return server_start_batch(l->server[side], &l->batch, &t->profile, w->c->timeout_ms, d);
}

static struct server_batch next_batch(struct work *w)
{
    const struct fuzz_campaign *c = w->c;
    uint64_t left = (c->programs - w->next + c->shards - 1) / c->shards;
    struct server_batch b = { .seed = c->seed,
                              .from = w->next,
                              .count = left < SERVER_BATCH_MAX ? (uint32_t)left : SERVER_BATCH_MAX,
                              .apart = c->shards,
                              .aspects = c->pair->aspects,
                              .until_ns = c->until_ns,
                              .can = c->pair->can,
                              .layers = c->pair->layers };
    if (c->family)
        snprintf(b.family, sizeof b.family, "%s", c->family->name);
    w->next += (uint64_t)b.count * b.apart;
    return b;
}

static int hand_out(struct work *w, struct diag *d)
{
    for (uint32_t i = 0; i < w->lanes; i++) {
        struct lane *l = &w->lane[i];
        if (l->state[0] == SIDE_IDLE && l->state[1] == SIDE_IDLE && !is_over(w)) {
            l->batch = next_batch(w);
            l->state[0] = l->state[1] = SIDE_WAITING;
        }
        for (int side = 0; side < 2; side++) {
            bool in_turn = w->c->jobs > 1 || l->state[!side] != SIDE_BUSY;
            if (l->state[side] == SIDE_WAITING && in_turn && start_side(w, l, side, d) < 0)
                return -1;
        }
    }
    return 0;
}

static bool agree(const struct server_batch_result *a, const struct server_batch_result *b)
{
    if (a->end == BATCH_LEFT_OUT)
        return b->end == BATCH_LEFT_OUT;
    return a->end == BATCH_RAN && b->end == BATCH_RAN && a->digest == b->digest;
}

static int finish_program(struct work *w, const struct lane *l, uint32_t i, struct diag *d)
{
    struct fuzz_campaign *c = w->c;
    const struct server_batch_result *a = &l->result[0][i], *b = &l->result[1][i];
    c->left_out += a->end == BATCH_LEFT_OUT;
    c->ran += a->end != BATCH_LEFT_OUT;
    uint64_t number = l->batch.from + (uint64_t)i * l->batch.apart;
    bool hung = a->end == BATCH_HUNG || b->end == BATCH_HUNG;
    int result = agree(a, b) ? 0 : c->found(c->arg, number, hung, &w->stopping, d);
    look_for_interrupt(w);
    return result;
}

/* A batch ends with a program that hangs, so that nobody waits for more of them than have
 * been told. The rest of it is a batch again. */
static void keep_rest(struct work *w, struct lane *l, uint32_t done)
{
    l->batch.from += (uint64_t)done * l->batch.apart;
    l->batch.count -= done;
    bool any = l->batch.count > 0 && !time_is_up(w);
    l->state[0] = l->state[1] = any ? SIDE_WAITING : SIDE_IDLE;
    w->looked = l->batch.from + (any ? 0 : (uint64_t)l->batch.count * l->batch.apart);
}

static bool has_run(const struct lane *l, uint32_t i)
{
    return l->result[0][i].end != BATCH_NOT_RUN && l->result[1][i].end != BATCH_NOT_RUN;
}

static int finish_batch(struct work *w, struct lane *l, struct diag *d)
{
    uint32_t done = 0;
    int result = 0;
    if (!has_run(l, 0) && !time_is_up(w))
        return diag_system(d, NULL, "a server could not run its batch");
    while (result == 0 && done < l->batch.count && has_run(l, done) && !w->stopping)
        result = finish_program(w, l, done++, d);
    keep_rest(w, l, done);
    return result;
}

/* In the order of their numbers, whatever order they ended in. */
static int finish_batches(struct work *w, struct diag *d)
{
    int result = 0;
    for (uint32_t i = 0; result == 0 && i < w->lanes; i++) {
        struct lane *l = &w->lane[i];
        bool is_done = l->state[0] == SIDE_DONE && l->state[1] == SIDE_DONE;
        if (!is_done || l->batch.from != w->looked)
            continue;
        result = finish_batch(w, l, d);
        i = UINT32_MAX; /* from the first lane again */
    }
    return result;
}

static int hear(struct work *w, struct lane *l, int side, struct diag *d)
{
    if (server_finish_batch(l->server[side], l->result[side], d) < 0)
        return -1;
    l->state[side] = SIDE_DONE;
    return finish_batches(w, d);
}

static int wait_for_any(struct work *w, struct diag *d)
{
    size_t count = 2 * (size_t)w->lanes;
    struct pollfd *pfd = xcalloc(count + 1, sizeof *pfd);
    for (size_t i = 0; i < count; i++) {
        const struct lane *l = &w->lane[i / 2];
        bool busy = l->state[i % 2] == SIDE_BUSY;
        pfd[i] = (struct pollfd){ busy ? server_fd(l->server[i % 2]) : -1, POLLIN, 0 };
    }
    pfd[count] = (struct pollfd){ w->c->signals, POLLIN, 0 };
    int result = 0;
    if (poll(pfd, count + 1, LOOK_MS) < 0 && errno != EINTR)
        result = diag_system(d, NULL, "cannot wait for the programs: %s", strerror(errno));
    if (pfd[count].revents)
        w->c->interrupted = w->stopping = true;
    for (size_t i = 0; result == 0 && i < count; i++)
        if (pfd[i].revents && !w->c->interrupted)
            result = hear(w, &w->lane[i / 2], (int)(i % 2), d);
    free(pfd);
    return result;
}

static bool any_busy(const struct work *w)
{
    for (uint32_t i = 0; i < w->lanes; i++)
        for (int side = 0; side < 2; side++)
            if (w->lane[i].state[side] == SIDE_BUSY)
                return true;
    return false;
}

static int run_batches(struct work *w, struct diag *d)
{
    w->lanes = w->c->jobs > 1 ? w->c->jobs / 2 : 1;
    w->lane = xcalloc(w->lanes, sizeof *w->lane);
    int result = hand_out(w, d);
    while (result == 0 && any_busy(w) && !w->c->interrupted) {
        result = wait_for_any(w, d);
        show_progress(w);
        if (result == 0 && !w->stopping)
            result = hand_out(w, d);
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        for (int side = 0; side < 2; side++)
            server_close(w->lane[i].server[side]);
    free(w->lane);
    return result;
}

int fuzz_campaign_run(struct fuzz_campaign *c, struct diag *d)
{
    uint64_t first = c->shard - 1;
    struct work w = { .c = c, .next = first, .looked = first, .began_ns = now_ns() };
    c->until_ns = c->seconds ? w.began_ns + c->seconds * 1000000000ull : 0;
    fuzz_pair_bound(c->pair, c->pair->target[0].timeout_ms, c->until_ns);
    int result = c->pair->one_is_real ? run_singly(&w, d) : run_batches(&w, d);
    c->took_s = seconds_since(w.began_ns);
    if (c->progress)
        fputs("\r\033[K", stderr);
    return result;
}
