/* main.c - the benchmark table. A row is a promise about speed or size, as a ratio to a peer; see
 * measure.h for how both are measured. */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "runner/bench/measure.h"
#include "runner/options/command.h"
#include "runner/server/door.h"

enum unit { UNIT_NS, UNIT_BYTES };

static const struct row {
    const char *name;
    const struct bench_measure *measure;
    unsigned figure; /* index of the measure's figure */
    enum unit unit;
    double limit; /* the largest ratio that keeps the promise */
    const char *ours, *peer, *bare;
} rows[] = {
    { "case", &bench_case, 0, UNIT_NS, 3.0, "a small case in a process of its own",
      "fork, _exit and waitpid of an empty child", "a child that borrows its parent's memory" },
    { "suite", &bench_suite, 0, UNIT_NS, 4.0,
      "a case of the suite on a backend, one at a time, loaded and judged",
      "fork, _exit and waitpid of an empty child", "a child that borrows its parent's memory" },
    { "mutants", &bench_mutants, 0, UNIT_NS, 60.0, "every mutant of the table run and killed",
      "the suite run once on the reference, one case at a time",
      "a run of a case for each mutant" },
    { "recording", &bench_recording, 0, UNIT_NS, 1.10,
      "libuv's check callback, recorded in a used trace", "one that is not",
      "an epoll_wait that does not block" },
    { "timer-start", &bench_timers, 0, UNIT_NS, 1.0, "the reference starts one of a million timers",
      "libuv", "a write to a record of 128 bytes" },
    { "timer-stop", &bench_timers, 1, UNIT_NS, 1.0, "the reference stops half, in random order",
      "libuv", "the same writes, in that order" },
    { "timer-fire", &bench_timers, 2, UNIT_NS, 1.0, "the reference fires the other half", "libuv",
      "the same writes, in random order" },
    { "check", &bench_check, 0, UNIT_NS, 1.0, "a check callback of the reference, of a million",
      "libuv", "an epoll_wait that does not block" },
    { "long", &bench_long, 0, UNIT_NS, 1.3, "a callback of ten million, run and judged",
      "one of a million", "an epoll_wait that does not block" },
    { "memory", &bench_memory, 0, UNIT_BYTES, 1.0, "peak of that case and the runner together",
      "1 GiB", "the events of its trace" },
    { "fuzz", &bench_fuzz, 0, UNIT_NS, 1.0,
      "processor time of a random program without pool work, on two loops",
      "20,000 of them a second", "fork, _exit and waitpid of an empty child" },
    { "fuzz-pool", &bench_fuzz_pool, 0, UNIT_NS, 1.0, "one with pool work", "2,000 a second",
      "fork, _exit and waitpid of an empty child" },
    { "fuzz-node", &bench_fuzz_node, 0, UNIT_NS, 1.0, "a program of the first kind",
      "a 300th of a Node process that runs a timeout",
      "fork, _exit and waitpid of an empty child" },
    { "page", &bench_page, 0, UNIT_NS, 1.0, "the HTML page of ten backends, 12,000 results", "2 s",
      "a copy of 10 MB" },
    { "page-size", &bench_page, 1, UNIT_BYTES, 1.0, "the size of that page", "10 MB",
      "a byte for each run" },
    { "filter", &bench_filter, 0, UNIT_NS, 1.0,
      "the slowest of some filters on that page, opened in Chromium, to the new layout", "50 ms",
      "a word that changes on it" },
};

/* Measures that need another program. If it is not installed they are left out, unless the command
 * line names them. */
static const struct {
    const struct bench_measure *measure;
    const char *program;
} needs[] = { { &bench_fuzz_node, "node" }, { &bench_filter, "chromium" } };

struct outcome {
    double value[BENCH_SIDE_COUNT];
    double ratio;
    bool chosen, met;
};

/* ---- choosing ---- */

static int choose_row(const char *name, struct outcome out[ARRAY_SIZE(rows)], struct diag *d)
{
    struct suggest s;
    char known[160] = "", hint[sizeof d->hint];
    suggest_init(&s, name);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            out[i].chosen = true;
            return 0;
        }
        suggest_offer(&s, rows[i].name);
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", rows[i].name);
    }
    const char *near = suggest_hint(&s, NULL);
    snprintf(hint, sizeof hint, "%s%sknown: %s", near ? near : "", near ? " " : "", known);
    return diag_usage(d, hint, "the table has no row '%s'", name);
}

static bool lacks_program(const struct bench_measure *m)
{
    for (size_t i = 0; i < ARRAY_SIZE(needs); i++)
        if (needs[i].measure == m)
            return bench_lacks(needs[i].program);
    return false;
}

static int choose_rows(const struct options *o, struct outcome out[ARRAY_SIZE(rows)],
                       struct diag *d)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        out[i] = (struct outcome){ .chosen = o->operand_count == 0 &&
                                             !lacks_program(rows[i].measure) };
    for (size_t i = 0; i < o->operand_count; i++)
        if (choose_row(o->operand[i], out, d) < 0)
            return -1;
    return 0;
}

/* ---- measuring ---- */

static void show_progress(const struct bench_measure *m, unsigned round)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: round %u of %u", m->name, round + 1, m->rounds);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* Fill in all rows of one measure, so that it is measured once. */
static void fill_rows(const struct bench_measure *m,
                      double least[BENCH_SIDE_COUNT][BENCH_FIGURES_MAX],
                      struct outcome out[ARRAY_SIZE(rows)])
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].measure != m)
            continue;
        for (int side = 0; side < BENCH_SIDE_COUNT; side++)
            out[i].value[side] = least[side][rows[i].figure];
        out[i].ratio = out[i].value[BENCH_OURS] / out[i].value[BENCH_PEER];
        out[i].met = out[i].ratio <= rows[i].limit;
    }
}

static int measure_rows(struct outcome out[ARRAY_SIZE(rows)], struct diag *d)
{
    double least[BENCH_SIDE_COUNT][BENCH_FIGURES_MAX];
    const struct bench_measure *latest = NULL;
    int result = 0;
    for (size_t i = 0; i < ARRAY_SIZE(rows) && result == 0; i++) {
        if (!out[i].chosen || rows[i].measure == latest)
            continue;
        latest = rows[i].measure;
        result = bench_take(latest, least, show_progress, d);
        if (result == 0)
            fill_rows(latest, least, out);
    }
    clear_progress();
    return result;
}

/* ---- printing ---- */

static const char *say(double value, enum unit unit, char text[32])
{
    if (unit == UNIT_BYTES)
        snprintf(text, 32, "%.0f MiB", value / (1024 * 1024));
    else if (value < 1000)
        snprintf(text, 32, "%.1f ns", value);
    else if (value < 1e7)
        snprintf(text, 32, "%.1f us", value / 1000);
    else
        snprintf(text, 32, "%.1f ms", value / 1e6);
    return text;
}

static const char *verdict(const struct outcome *o)
{
    return o->met ? "met" : "NOT MET";
}

static void print_table(const struct outcome out[ARRAY_SIZE(rows)])
{
    char ours[32], peer[32], bare[32];
    printf("%-12s %10s %10s %7s %6s  %-7s %11s\n", "row", "ours", "peer", "ratio", "limit",
           "verdict", "bare metal");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct outcome *o = &out[i];
        if (!o->chosen)
            continue;
        printf("%-12s %10s %10s %7.3f %6.2f  %-7s %11s\n", rows[i].name,
               say(o->value[BENCH_OURS], rows[i].unit, ours),
               say(o->value[BENCH_PEER], rows[i].unit, peer), o->ratio, rows[i].limit, verdict(o),
               say(o->value[BENCH_BARE], rows[i].unit, bare));
    }
    putchar('\n');
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if (out[i].chosen)
            printf("%-12s %s\n%-14s peer: %s; bare metal: %s\n", rows[i].name, rows[i].ours, "",
                   rows[i].peer, rows[i].bare);
    puts("\nEach figure is the least of several rounds in which the three took turns.");
}

/* Round to three decimals; more would be noise. */
static json_t *rounded(double value)
{
    return json_real((double)(int64_t)(value * 1000 + 0.5) / 1000);
}

static json_t *row_json(const struct row *r, const struct outcome *o)
{
    return json_pack("{ss ss so so so so sb so ss ss ss}", "row", r->name, "unit",
                     r->unit == UNIT_NS ? "ns" : "bytes", "ours", rounded(o->value[BENCH_OURS]),
                     "peer", rounded(o->value[BENCH_PEER]), "ratio", rounded(o->ratio), "limit",
                     rounded(r->limit), "met", o->met, "bare", rounded(o->value[BENCH_BARE]),
                     "ours_is", r->ours, "peer_is", r->peer, "bare_is", r->bare);
}

static void print_json(const struct outcome out[ARRAY_SIZE(rows)])
{
    const char *before = "[\n";
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (!out[i].chosen)
            continue;
        json_t *object = row_json(&rows[i], &out[i]);
        fputs(before, stdout);
        json_dumpf(object, stdout, JSON_REAL_PRECISION(12));
        json_decref(object);
        before = ",\n";
    }
    puts("\n]");
}

static int run_bench(struct options *o)
{
    struct diag d;
    struct outcome out[ARRAY_SIZE(rows)];
    if (choose_rows(o, out, &d) < 0 || measure_rows(out, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    if (o->json)
        print_json(out);
    else
        print_table(out);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if (out[i].chosen && !out[i].met)
            return STATUS_UNEXPECTED;
    return STATUS_EXPECTED;
}

static const struct command bench = {
    .name = "",
    .operands = "[ROW]...",
    .summary = "measure the program: the benchmark table, as ratios",
    .about = "Rows: case, suite, mutants, recording, timer-start, timer-stop, timer-fire, "
             "check, long, memory, fuzz, fuzz-pool, fuzz-node, page, page-size, filter; all "
             "of them without operands, fuzz-node where there is a node, filter where there "
             "is a chromium. Ours and its peer are measured in turns and the ratio counts, "
             "so a table needs no machine of its own, but a quiet one. Exit 1 if a limit is "
             "not met.",
    .examples = "loopspec-bench\n"
                "loopspec-bench recording check --json",
    .takes = TAKES(JSON),
    .operands_max = OPERANDS_ANY,
    .run = run_bench,
};

static int dispatch(int argc, char **argv)
{
    return command_run(&bench, argc, argv);
}

int main(int argc, char **argv)
{
    return door_enter(argc, argv, dispatch);
}
