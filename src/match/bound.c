#include "match/bound.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lex.h"
#include "base/mem.h"
#include "base/text.h"

enum { /* short names, so that a row fits on a line */
       TIME = BOUND_IS_TIME,
       STATS = BOUND_HAS_STATS,
       PHASES = BOUND_NEEDS_PHASES,
       LESS = BOUND_MAY_BE_LESS,
       ALWAYS = BOUND_HAS_ALWAYS,
       CALLBACKS = BOUND_OR_CALLBACKS,
       WORLD = BOUND_NEEDS_WORLD,
};

/* clang-format off */
static const struct bound_word words[] = {
    [BOUND_LATENESS] = { "lateness", "timers", SUBJECT_OPTIONAL, FIGURES_TIMER, TIME | STATS, NULL,
        "how long after its due instant a call began; negative if it was early. A call is due at its deadline by the "
        "loop's own time, or when the timer was started if the deadline had passed by then" },
    [BOUND_DRIFT] = { "drift", "timers", SUBJECT_REQUIRED, FIGURES_TIMER, TIME, "drift_ns",
        "the sum of its lateness over all calls" },
    [BOUND_PERIOD] = { "period", "timers", SUBJECT_REQUIRED, FIGURES_TIMER, TIME | STATS | LESS, NULL,
        "from the beginning of one call to the beginning of the next" },
    [BOUND_CALLS] = { "calls", "whatever is called", SUBJECT_REQUIRED, FIGURES_UNKNOWN, ALWAYS, NULL,
        "how often it was called; its close callback is no call" },
    [BOUND_LATENCY] = { "latency", "I/O", SUBJECT_OPTIONAL, FIGURES_IO, TIME | STATS, NULL,
        "from the instant at which the descriptor was ready or the job had ended to the call" },
#define FIGURE_OF_PHASES(type, member, word, is, says) \
    [BOUND_##member] = { word, NULL, SUBJECT_NONE, 0, (is) | PHASES | ALWAYS, #member, says },
#define FIGURE_OF_WORLD(type, member, word, is, says) \
    [BOUND_##member] = { word, NULL, SUBJECT_NONE, 0, (is) | WORLD | ALWAYS, #member, says },
#define FIGURE(type, member, word, is, says) \
    [BOUND_##member] = { word, NULL, SUBJECT_NONE, 0, (is) | ALWAYS, #member, says },
#include "figures/figure_table.h"
};
/* clang-format on */
static_assert(ARRAY_SIZE(words) == BOUND_FIGURE_COUNT, "a figure has no word");

static const char *const stats[] = {
    [BOUND_EACH] = "",   [BOUND_MIN] = "min", [BOUND_MEAN] = "mean",
    [BOUND_P50] = "p50", [BOUND_P99] = "p99", [BOUND_MAX] = "max",
};
static_assert(ARRAY_SIZE(stats) == BOUND_STATS, "a statistic has no name");

const struct bound_word *bound_word(enum bound_figure figure)
{
    assert(figure < BOUND_FIGURE_COUNT);
    return &words[figure];
}

bool bound_find(const char *word, struct expect_bound *out)
{
    size_t length = strcspn(word, ".");
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        if (!words[i].text || strlen(words[i].text) != length ||
            strncmp(words[i].text, word, length) != 0)
            continue;
        for (size_t s = 0; s < (words[i].is & STATS ? BOUND_STATS : 1); s++) {
            if (s == BOUND_EACH ? word[length] : strcmp(word + length + 1, stats[s]) != 0)
                continue;
            *out = (struct expect_bound){ .figure = (uint8_t)i, .stat = (uint8_t)s };
            return true;
        }
        return false;
    }
    return false;
}

static bool counts_calls(const struct expect_bound *b)
{
    return b->callbacks || !(words[b->figure].is & TIME);
}

/* "5ms", "100 callbacks", "3" */
static char *print_amount(const struct expect_bound *b, int64_t amount, char text[64])
{
    if (counts_calls(b))
        snprintf(text, 64, "%" PRId64 "%s", amount, b->callbacks ? " callbacks" : "");
    else
        figures_print_ns(amount, text);
    return text;
}

/* The same for people: "82.4 ms", "-1 ms". */
static char *say_amount(const struct expect_bound *b, int64_t amount, char text[64])
{
    if (counts_calls(b))
        return print_amount(b, amount, text);
    text[0] = '-';
    text_time(amount < 0 ? -(uint64_t)amount : (uint64_t)amount, text + (amount < 0));
    return text;
}

static char *print_bound(const struct expect_item *item, const char *amount,
                         char buffer[BOUND_TEXT])
{
    static const char *const signs[] = { [REL_EQ] = "==", [REL_LE] = "<=", [REL_GE] = ">=" };
    const struct expect_bound *b = &item->bound;
    char *name = item->label ? expect_print_label(item->label) : xstrdup("");
    assert(words[b->figure].text);
    int n = snprintf(buffer, BOUND_TEXT, "%s%s%s%s%s %s %s", words[b->figure].text,
                     b->stat ? "." : "", stats[b->stat], *name ? " " : "", name, signs[b->relation],
                     amount);
    assert(n < BOUND_TEXT);
    (void)n;
    free(name);
    return buffer;
}

char *bound_print(const struct expect_item *item, char buffer[BOUND_TEXT])
{
    char amount[64];
    return print_bound(item, print_amount(&item->bound, (int64_t)item->bound.amount, amount),
                       buffer);
}

/* ---- judgement ---- */

bool bound_is_seen(const struct expect_bound *b, const struct match_sight *sight)
{
    assert(b->figure < BOUND_FIGURE_COUNT);
    const struct bound_word *w = &words[b->figure];
    return !sight->logs_only && (sight->phases || !(w->is & PHASES)) &&
           (sight->exact_time || !(w->is & WORLD)) && (counts_calls(b) || !sight->no_time);
}

/* What was measured: one value, or the least and the most of several. */
struct measured {
    int64_t low, high;
    bool none;   /* nothing to measure */
    bool unseen; /* there were calls, but nobody recorded when they were due */
};

static struct measured measure_one(uint64_t value)
{
    int64_t v = value > INT64_MAX ? INT64_MAX : (int64_t)value;
    return (struct measured){ .low = v, .high = v };
}

static struct measured measure_spread(const struct figures_spread *s, enum bound_stat stat)
{
    const int64_t value[] = {
        [BOUND_EACH] = s->min_ns, [BOUND_MIN] = s->min_ns, [BOUND_MEAN] = s->mean_ns,
        [BOUND_P50] = s->p50_ns,  [BOUND_P99] = s->p99_ns, [BOUND_MAX] = s->max_ns,
    };
    return (struct measured){
        .low = value[stat],
        .high = stat == BOUND_EACH ? s->max_ns : value[stat],
        .none = s->count == 0,
    };
}

static struct measured measure_handle(const struct expect_item *item, const struct figures *f)
{
    const struct expect_bound *b = &item->bound;
    const struct figures_handle *h = figures_find(f, item->label);
    if (b->figure == BOUND_CALLS)
        return measure_one(h ? h->calls : 0);
    if (!h)
        return (struct measured){ .none = true };
    if (b->figure == BOUND_PERIOD)
        return measure_spread(&h->period, b->stat);
    struct measured s = measure_spread(&h->late, b->stat);
    s.unseen = s.none;
    if (b->figure == BOUND_DRIFT)
        s.low = s.high = h->drift_ns;
    return s;
}

static struct measured measure(const struct expect_item *item, const struct figures *f)
{
    const struct expect_bound *b = &item->bound;
    if (item->label)
        return measure_handle(item, f);
    if (b->callbacks)
        return measure_one(f->starvation_callbacks);
    if (b->figure == BOUND_LATENESS || b->figure == BOUND_LATENCY)
        return measure_spread(b->figure == BOUND_LATENESS ? &f->lateness : &f->latency, b->stat);
    assert(words[b->figure].subject == SUBJECT_NONE); /* else the parser requires a handle */
    const uint64_t value[BOUND_FIGURE_COUNT] = {
#define FIGURE(type, member, ...) [BOUND_##member] = f->member,
#include "figures/figure_table.h"
    };
    return measure_one(value[b->figure]);
}

/* The permitted values, both ends included. On the real clock a figure of time may exceed its bound
 * by the tolerance, but not fall below it. */
struct window {
    int64_t from, till;
};

static struct window window_of(const struct expect_bound *b, const struct match_sight *sight)
{
    bool exact = sight->exact_time || counts_calls(b);
    int64_t amount = b->amount > INT64_MAX ? INT64_MAX : (int64_t)b->amount;
    int64_t slack = exact ? 0 : (int64_t)sight->tolerance_ns, till;
    if (__builtin_add_overflow(amount, slack, &till))
        till = INT64_MAX;
    return (struct window){
        .from = b->relation == REL_LE        ? INT64_MIN
                : words[b->figure].is & LESS ? amount - slack
                                             : amount,
        .till = b->relation == REL_GE ? INT64_MAX : till,
    };
}

/* Which kinds of callbacks have the figure, one bit each. */
static_assert(TRACE_KIND_COUNT <= 64, "a set of kinds has 64 bits");
static uint64_t kinds_of(enum figures_role role)
{
    uint64_t kinds = 0;
    for (uint32_t kind = 0; kind < TRACE_KIND_COUNT; kind++)
        if (figures_role(trace_kind_name((enum trace_kind)kind)) == role)
            kinds |= UINT64_C(1) << kind;
    return kinds;
}

/* The first call that breaks a bound on each call. */
static uint64_t find_call(const struct expect_item *item, const struct figures *f,
                          const struct trace *t, const struct window *w)
{
    const struct bound_word *word = &words[item->bound.figure];
    const struct figures_handle *h = item->label ? figures_find(f, item->label) : NULL;
    uint64_t kinds = kinds_of((enum figures_role)word->role);
    uint64_t before = TRACE_NO_DUE;
    if (item->bound.stat != BOUND_EACH || !(word->is & STATS))
        return t->count;
    for (uint64_t i = 0; i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        if (!(kinds >> ev->kind & 1) || (h && ev->label != h->label))
            continue;
        uint64_t from = item->bound.figure == BOUND_PERIOD ? before : ev->due_ns;
        int64_t value = (int64_t)(ev->at_ns - from);
        if (from != TRACE_NO_DUE && (value < w->from || value > w->till))
            return i;
        before = ev->at_ns;
    }
    return t->count;
}

/* Rounded, unless that would hide what is wrong. */
static void describe(const struct expect_item *item, const struct measured *s, char *reason,
                     size_t size)
{
    const struct expect_bound *b = &item->bound;
    char text[BOUND_TEXT], amount[64], low[64], high[64];
    int64_t asked = (int64_t)b->amount;
    say_amount(b, asked, amount);
    say_amount(b, s->low, low);
    say_amount(b, s->high, high);
    if ((s->low != asked && strcmp(low, amount) == 0) ||
        (s->high != asked && strcmp(high, amount) == 0)) {
        print_amount(b, asked, amount);
        print_amount(b, s->low, low);
        print_amount(b, s->high, high);
    }
    print_bound(item, amount, text);
    if (s->none)
        snprintf(reason, size, "expected %s, but there was nothing to measure", text);
    else if (s->low == s->high)
        snprintf(reason, size, "expected %s, but it was %s", text, low);
    else
        snprintf(reason, size, "expected %s, but it went from %s to %s", text, low, high);
}

enum bound_answer bound_judge(const struct expect_item *item, const struct figures *f,
                              const struct trace *t, const struct match_sight *sight, char *reason,
                              size_t size, uint64_t *event)
{
    assert(item->kind == EXPECT_FIGURE);
    assert(item->bound.figure < BOUND_FIGURE_COUNT);
    assert(item->bound.stat < BOUND_STATS);
    struct measured s = measure(item, f);
    struct window w = window_of(&item->bound, sight);
    if (s.unseen)
        return BOUND_UNSEEN;
    if (!s.none && s.low >= w.from && s.high <= w.till)
        return BOUND_HOLDS;
    describe(item, &s, reason, size);
    *event = s.none ? t->count : find_call(item, f, t, &w);
    return BOUND_BROKEN;
}
