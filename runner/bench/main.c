/* main.c - the benchmark: measures the rows of row_table.h as measure.h says, and prints them. */

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "runner/bench/measure.h"
#include "runner/options/command.h"
#include "runner/server/startup.h"

enum unit { UNIT_NS, UNIT_BYTES, UNIT_COUNT };
static const char *const units[] = {
    [UNIT_NS] = "ns", [UNIT_BYTES] = "bytes", [UNIT_COUNT] = "count"
};

static const struct row {
    const char *name;
    const struct bench_measure *measure;
    unsigned figure;
    enum unit unit;
    double limit;
    const char *needs;
    const char *ours, *peer, *bare;
} rows[] = {
#define BENCH_ROW(name, measure, figure, unit, ...) \
    { name, &bench_##measure, figure, UNIT_##unit, __VA_ARGS__ },
#include "runner/bench/row_table.h"
#undef BENCH_ROW
};

enum verdict { VERDICT_MET, VERDICT_NOT_MET, VERDICT_BUSY };
static const char *const verdicts[] = { "met", "NOT MET", "busy" };

struct outcome {
    double value[BENCH_SIDE_COUNT], spread[BENCH_SIDE_COUNT];
    double ratio;
    bool chosen;
    enum verdict verdict;
};

/* ---- choosing ---- */

static int choose_row(const char *name, struct outcome out[ARRAY_SIZE(rows)], struct diag *d)
{
    struct suggest s;
    char known[sizeof d->hint] = "", hint[sizeof d->hint];
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

static int choose_rows(const struct options *o, struct outcome out[ARRAY_SIZE(rows)],
                       struct diag *d)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        out[i] = (struct outcome){ .chosen = o->operand_count == 0 &&
                                             !(*rows[i].needs && bench_lacks(rows[i].needs)) };
    for (size_t i = 0; i < o->operand_count; i++)
        if (choose_row(o->operand[i], out, d) < 0)
            return -1;
    return 0;
}

/* ---- measuring ---- */

/* Rounds of a row are repeated until its spread is small, or until it has had its time. */
static const double spread_small = 0.02, spread_max = 0.05, time_max_s = 20;
enum { ROUNDS_MIN = 2 }; /* one round has no spread */

static void show_progress(const struct bench_measure *m, unsigned round)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s: round %u", m->name, round + 1);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

/* Even the peer's lowest figure may be too high, by several times its spread. If the limit is met
 * even against that, it is met. Otherwise only figures that lie close together count; else the
 * machine is too busy to decide. */
static enum verdict judge_row(const struct outcome *o, double limit)
{
    const double *spread = o->spread, times = 3;
    if (o->ratio * (1 + times * spread[BENCH_PEER]) <= limit)
        return VERDICT_MET;
    if (spread[BENCH_OURS] > spread_max || spread[BENCH_PEER] > spread_max)
        return VERDICT_BUSY;
    return o->ratio <= limit ? VERDICT_MET : VERDICT_NOT_MET;
}

static void fill_row(const struct row *r, const struct bench_samples *samples, struct outcome *o)
{
    for (int side = 0; side < BENCH_SIDE_COUNT; side++) {
        const struct bench_sample *s = &samples->of[side][r->figure];
        o->value[side] = s->lowest[0];
        o->spread[side] = bench_spread(s);
    }
    o->ratio = o->value[BENCH_OURS] / o->value[BENCH_PEER];
    o->verdict = judge_row(o, r->limit);
}

/* Are more rounds of no use? The verdict is also clear if the ratio is far from the limit; the
 * figures are repeated nevertheless, since people read them. */
static bool is_settled(const struct outcome *o, const struct bench_samples *samples)
{
    return samples->rounds >= BENCH_LOWEST && o->spread[BENCH_OURS] <= spread_small &&
           o->spread[BENCH_PEER] <= spread_small;
}

/* Measure all chosen rows from `first` on that share its measure. */
static int measure_together(size_t first, double seconds, struct outcome out[ARRAY_SIZE(rows)],
                            struct diag *d)
{
    const struct bench_measure *m = rows[first].measure;
    struct bench_samples samples = { 0 };
    double began = bench_now_ns();
    bool settled;
    do {
        show_progress(m, samples.rounds);
        if (bench_round(m, &samples, d) < 0)
            return -1;
        settled = true;
        for (size_t i = first; i < ARRAY_SIZE(rows) && rows[i].measure == m; i++) {
            fill_row(&rows[i], &samples, &out[i]);
            settled = settled && (!out[i].chosen || is_settled(&out[i], &samples));
        }
    } while (samples.rounds < ROUNDS_MIN || (!settled && bench_now_ns() - began < seconds * 1e9));
    return 0;
}

static int measure_rows(double seconds, struct outcome out[ARRAY_SIZE(rows)], struct diag *d)
{
    const struct bench_measure *latest = NULL;
    int result = 0;
    for (size_t i = 0; i < ARRAY_SIZE(rows) && result == 0; i++) {
        if (!out[i].chosen || rows[i].measure == latest)
            continue;
        latest = rows[i].measure;
        result = measure_together(i, seconds, out, d);
    }
    clear_progress();
    return result;
}

/* ---- printing ---- */

static const char *say(double value, enum unit unit, char text[32])
{
    if (unit == UNIT_COUNT)
        snprintf(text, 32, "%.0f", value);
    else if (unit == UNIT_BYTES)
        snprintf(text, 32, "%.0f MiB", value / (1024 * 1024));
    else if (value < 1000)
        snprintf(text, 32, "%.1f ns", value);
    else if (value < 1e7)
        snprintf(text, 32, "%.1f us", value / 1000);
    else
        snprintf(text, 32, "%.1f ms", value / 1e6);
    return text;
}

/* Of ours and the peer, the larger one; in percent. */
static double spread_of(const struct outcome *o)
{
    const double *s = o->spread;
    return 100 * (s[BENCH_OURS] > s[BENCH_PEER] ? s[BENCH_OURS] : s[BENCH_PEER]);
}

static void print_table(const struct outcome out[ARRAY_SIZE(rows)])
{
    char ours[32], peer[32], bare[32];
    printf("%-12s %10s %10s %8s %7s %6s  %-7s %11s\n", "row", "ours", "peer", "ratio", "spread",
           "limit", "verdict", "bare limit");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct outcome *o = &out[i];
        if (!o->chosen)
            continue;
        printf("%-12s %10s %10s %8.3f %6.1f%% %6.2f  %-7s %11s\n", rows[i].name,
               say(o->value[BENCH_OURS], rows[i].unit, ours),
               say(o->value[BENCH_PEER], rows[i].unit, peer), o->ratio, spread_of(o), rows[i].limit,
               verdicts[o->verdict], say(o->value[BENCH_BARE], rows[i].unit, bare));
    }
    putchar('\n');
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        if (out[i].chosen)
            printf("%-12s %s\n%-14s peer: %s; bare limit: %s\n", rows[i].name, rows[i].ours, "",
                   rows[i].peer, rows[i].bare);
    puts("\nEach figure is the lowest of several rounds in which the three took turns; the spread "
         "is "
         "how far\nthe next lowest ones lie above it. busy: the spread is too large to tell.");
}

/* Round to three decimals; more would be noise. */
static json_t *rounded(double value)
{
    return json_real((double)(int64_t)(value * 1000 + 0.5) / 1000);
}

static json_t *row_json(const struct row *r, const struct outcome *o)
{
    json_t *met = o->verdict == VERDICT_BUSY ? json_null()
                                             : json_boolean(o->verdict == VERDICT_MET);
    return json_pack("{ss ss so so so so so so so ss ss ss}", "row", r->name, "unit",
                     units[r->unit], "ours", rounded(o->value[BENCH_OURS]), "peer",
                     rounded(o->value[BENCH_PEER]), "ratio", rounded(o->ratio), "spread",
                     rounded(spread_of(o) / 100), "limit", rounded(r->limit), "met", met, "bare",
                     rounded(o->value[BENCH_BARE]), "ours_is", r->ours, "peer_is", r->peer,
                     "bare_is", r->bare);
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

/* A row that could not be decided does not count as a promise kept. */
static int exit_status(const struct outcome out[ARRAY_SIZE(rows)])
{
    int status = STATUS_EXPECTED;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (out[i].chosen && out[i].verdict == VERDICT_NOT_MET)
            return STATUS_UNEXPECTED;
        if (out[i].chosen && out[i].verdict == VERDICT_BUSY)
            status = STATUS_SYSTEM;
    }
    return status;
}

static int run_bench(struct options *o)
{
    struct diag d;
    struct outcome out[ARRAY_SIZE(rows)];
    const double seconds = o->seconds ? (double)o->seconds : time_max_s;
    if (choose_rows(o, out, &d) < 0 || measure_rows(seconds, out, &d) < 0) {
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    if (o->json)
        print_json(out);
    else
        print_table(out);
    return exit_status(out);
}

static const struct command bench = {
    .name = "",
    .operands = "[ROW]...",
    .summary = "measure the program: the benchmark table, as ratios",
    .about = "Rows: "
#define BENCH_ROW(name, ...) name ", "
#include "runner/bench/row_table.h"
#undef BENCH_ROW
             "or all of them without operands, but for those that need a program that is not "
             "installed. Ours and its peer are measured in turns and the ratio counts. Rounds are "
             "repeated until their spread is small, at most 20 s a row or what --seconds says; if "
             "it does not become small, and could change "
             "the verdict, the verdict is 'busy'. Exit 1 if a limit is not met, 4 if some row "
             "could not be told.",
    .examples = "loopspec-bench\n"
                "loopspec-bench recording check --json",
    .takes = TAKES(JSON) | TAKES(SECONDS),
    .operands_max = OPERANDS_ANY,
    .run = run_bench,
};

static int dispatch(int argc, char **argv)
{
    return command_run(&bench, argc, argv);
}

int main(int argc, char **argv)
{
    return startup_main(argc, argv, dispatch);
}
