/* A search that leaves schedules out finds the same orders as one that runs them all, and runs in
 * one process are not disturbed by those before them: on random programs of every family, on two
 * loops. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/compare.h"
#include "fuzz/generate.h"
#include "host/host.h"
#include "runner/server/server.h"
#include "tap/tap.h"

enum {
    BOUND = 100,
    PROGRAMS = 500, /* on each loop */
    APART = 10,     /* every so many are also run in processes of their own */
    SEED = 22,
};

struct set {
    uint64_t *item;
    size_t count, room;
};

static int compare_items(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void set_add(struct set *s, uint64_t item)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i] == item)
            return;
    PUSH(s->item, s->count, s->room, item);
}

static bool set_is_same(struct set *a, struct set *b)
{
    if (a->count != b->count)
        return false;
    if (a->count == 0)
        return true;
    qsort(a->item, a->count, sizeof *a->item, compare_items);
    qsort(b->item, b->count, sizeof *b->item, compare_items);
    return memcmp(a->item, b->item, a->count * sizeof *a->item) == 0;
}

/* What an exploration finds. */
struct finding {
    struct set orders, traces;
    struct server_search search; /* at its end */
    bool failed;                 /* the server cannot be reached, or a run strayed */
};

static void explore(struct server *s, const struct program *p, const char *text,
                    struct server_explore how, struct finding *f)
{
    struct diag d;
    struct server_outcome end;
    struct labels labels = program_labels(p);
    struct server_job job = { .file = "fuzz.loop",
                              .source = text,
                              .length = strlen(text),
                              .labels = &labels,
                              .profile = profile_newest(),
                              .timeout_ms = 60 * 1000,
                              .explore = how };
    if (p->layer == LAYER_BROWSER)
        job.profile.host = HOST_BROWSER;
    *f = (struct finding){ .failed = server_start(s, &job, &d) < 0 };
    for (bool continues = !f->failed; continues;) {
        server_finish(s, &end);
        f->search = end.search;
        continues = end.search.continues;
        f->failed |= (end.end != SERVER_DONE && end.end != SERVER_SIGNAL) ||
                     end.search.left_schedule;
        if (!continues)
            break;
        set_add(&f->orders, fuzz_digest(end.trace, 0));
        set_add(&f->traces, trace_digest(end.trace));
        continues = server_go_on(s, true, &d) == 0;
        f->failed |= !continues;
    }
}

static void finding_release(struct finding *f)
{
    free(f->orders.item);
    free(f->traces.item);
}

struct tally {
    unsigned complete, orders, runs, runs_of_all, own_process;
    unsigned missed, disturbed, failed;
};

static void note(struct tally *t, const char *what, unsigned *count, uint64_t number)
{
    if (++*count == 1)
        diag("%s: program %llu of seed %d", what, (unsigned long long)number, SEED);
    (void)t;
}

static void try_program(struct server *s, const struct program *p, uint64_t number, struct tally *t)
{
    char *text = program_print(p);
    struct finding all, some, own_process;
    bool solitary = program_is_of_process(p);
    explore(s, p, text, (struct server_explore){ BOUND, solitary, true }, &all);
    explore(s, p, text, (struct server_explore){ BOUND, solitary, false }, &some);
    if (all.failed || some.failed)
        note(t, "failed", &t->failed, number);
    if (all.search.complete) {
        t->complete++;
        t->orders += (unsigned)all.orders.count;
        t->runs += some.search.runs;
        t->runs_of_all += all.search.runs;
        if (!set_is_same(&all.orders, &some.orders))
            note(t, "an order is missed", &t->missed, number);
    }
    if (number % APART == 0 && !solitary && all.search.complete) {
        explore(s, p, text, (struct server_explore){ BOUND, true, true }, &own_process);
        if (!set_is_same(&all.traces, &own_process.traces))
            note(t, "a run is disturbed", &t->disturbed, number);
        finding_release(&own_process);
        t->own_process++;
    }
    finding_release(&all);
    finding_release(&some);
    free(text);
}

static void test_loop(const char *backend, uint64_t from)
{
    struct diag d;
    struct tally t = { 0 };
    struct server *s = server_open(backend, &d);
    struct fuzz_generator *g = fuzz_generator_new(SEED, NULL);
    if (!s) {
        diag_print(&d, stderr);
        exit(1);
    }
    for (uint64_t i = 0; i < PROGRAMS; i++) {
        const struct program *p = fuzz_generate(g, from + i);
        if (!(host_needs(p) & ~server_info(s)->can))
            try_program(s, p, from + i, &t);
    }
    diag("%s: %u programs, %u orders, %u schedules of %u", backend, t.complete, t.orders, t.runs,
         t.runs_of_all);
    ok(t.complete > PROGRAMS * 3 / 4, "%s: most programs are explored to the end", backend);
    ok(t.runs < t.runs_of_all, "%s: schedules are left out", backend);
    is_int(t.missed, 0, "%s: and no order with them", backend);
    ok(t.own_process > 0, "%s: some have a process for each schedule", backend);
    is_int(t.disturbed, 0, "%s: where no run differs from that in a used process", backend);
    is_int(t.failed, 0, "%s: each schedule can be run again", backend);
    fuzz_generator_free(g);
    server_close(s);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--server") == 0)
        return server_main(argc, argv);
    test_loop("reference", 0);
    test_loop("libuv", PROGRAMS);
    return done_testing();
}
