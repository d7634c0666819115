/* Which differences count, and how much. */
#include "fuzz/compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

enum { EVENTS_MAX = 8, ALL = FUZZ_PHASE | FUZZ_ITERATION | FUZZ_TIME };

static const char *const texts[] = { "", "a", "b", "result" };
static const struct labels labels = { .text = texts, .count = ARRAY_SIZE(texts) };

/* A trace of logs, one letter each: "ab"; '.' is a callback, '=' an observation of 7. */
static struct trace *trace_of(const char *events, enum trace_outcome outcome)
{
    struct trace *t = xcalloc(1, sizeof *t + EVENTS_MAX * sizeof t->event[0]);
    t->outcome = outcome;
    for (; *events; events++) {
        struct trace_event *ev = &t->event[t->count++];
        *ev = (struct trace_event){ .kind = TRACE_LOG, .phase = PHASE_TIMERS, .iteration = 1 };
        if (*events == '.')
            ev->kind = TRACE_TIMER;
        else if (*events == '=')
            *ev = (struct trace_event){ .kind = TRACE_OBSERVE, .label = 3, .value = 7 };
        else
            ev->label = (uint32_t)(*events - 'a') + 1;
    }
    return t;
}

static const struct row {
    const char *property;
    const char *a, *b;
    enum trace_outcome a_ends, b_ends;
    enum fuzz_difference expected;
} rows[] = {
    { "the same", "ab=", "ab=", OUTCOME_FINISHED, OUTCOME_FINISHED, FUZZ_SAME },
    { "callbacks are not looked at", ".a.b", "ab", OUTCOME_FINISHED, OUTCOME_FINISHED, FUZZ_SAME },
    { "another order", "ab", "ba", OUTCOME_FINISHED, OUTCOME_FINISHED, FUZZ_EVENT },
    { "one more", "ab", "a", OUTCOME_FINISHED, OUTCOME_FINISHED, FUZZ_EVENT },
    { "one more where the other waits", "ab", "a", OUTCOME_BUDGET, OUTCOME_STUCK, FUZZ_EVENT },
    { "one more where the other was cut", "ab", "a", OUTCOME_FINISHED, OUTCOME_BUDGET, FUZZ_END },
    { "another where both were cut", "ab", "aa", OUTCOME_BUDGET, OUTCOME_BUDGET, FUZZ_EVENT },
    { "another end", "ab", "ab", OUTCOME_FINISHED, OUTCOME_STUCK, FUZZ_END },
    { "nothing at all", "", "", OUTCOME_FINISHED, OUTCOME_FINISHED, FUZZ_SAME },
};

/* Two traces have the same digest exactly if they do not differ. */
static void test_row(const struct row *r)
{
    struct trace *a = trace_of(r->a, r->a_ends), *b = trace_of(r->b, r->b_ends);
    is_int(fuzz_compare(a, b, ALL), r->expected, "%s", r->property);
    is_int(fuzz_compare(b, a, ALL), r->expected, "%s, the other way round", r->property);
    ok((fuzz_digest(a, ALL) == fuzz_digest(b, ALL)) == (r->expected == FUZZ_SAME),
       "%s, by its digest", r->property);
    free(a);
    free(b);
}

static void test_aspect(const char *name, unsigned aspect, void (*change)(struct trace_event *ev))
{
    struct trace *a = trace_of("a", OUTCOME_FINISHED), *b = trace_of("a", OUTCOME_FINISHED);
    change(&b->event[0]);
    is_int(fuzz_compare(a, b, aspect), FUZZ_EVENT, "another %s", name);
    is_int(fuzz_compare(a, b, ALL & ~aspect), FUZZ_SAME, "which need not be looked at");
    ok(fuzz_digest(a, aspect) != fuzz_digest(b, aspect), "another %s, by its digest", name);
    ok(fuzz_digest(a, ALL & ~aspect) == fuzz_digest(b, ALL & ~aspect), "which need not be in it");
    free(a);
    free(b);
}

static void another_phase(struct trace_event *ev)
{
    ev->phase = PHASE_POLL;
}

static void another_iteration(struct trace_event *ev)
{
    ev->iteration = 2;
}

static void another_time(struct trace_event *ev)
{
    ev->at_ns = 1;
}

static void test_value(void)
{
    struct trace *a = trace_of("=", OUTCOME_FINISHED), *b = trace_of("=", OUTCOME_FINISHED);
    b->event[0].value = 8;
    is_int(fuzz_compare(a, b, 0), FUZZ_EVENT, "another value");
    ok(fuzz_digest(a, 0) != fuzz_digest(b, 0), "another value, by its digest");
    free(a);
    free(b);
}

static void test_wakeups(void)
{
    struct trace *a = trace_of("a", OUTCOME_FINISHED), *b = trace_of("a", OUTCOME_FINISHED);
    b->wakeups = a->wakeups + 1;
    is_int(fuzz_compare(a, b, FUZZ_WAKEUPS), FUZZ_END, "one more wait");
    is_int(fuzz_compare(a, b, ALL), FUZZ_SAME, "which need not be looked at");
    ok(fuzz_digest(a, FUZZ_WAKEUPS) != fuzz_digest(b, FUZZ_WAKEUPS), "one more, by its digest");
    ok(fuzz_digest(a, ALL) == fuzz_digest(b, ALL), "which need not be in it");
    free(a);
    free(b);
}

static char *printed(const struct trace *a, const struct trace *b)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fuzz_print_traces(out, labels, (const struct trace *const[]){ a, b },
                      (const char *const[]){ "one", "other" }, FUZZ_PHASE);
    fclose(out);
    return text;
}

static void test_print(void)
{
    struct trace *a = trace_of(".ab", OUTCOME_FINISHED), *b = trace_of("aa=", OUTCOME_STUCK);
    b->event[2].value = -16;
    char *text = printed(a, b);
    is(text,
       "  one                 other\n"
       "  timers  a           timers  a\n"
       "> timers  b           timers  a\n"
       "                      main    result = EBUSY\n"
       "  it came to its end  it waits for ever\n",
       "traces side by side, with a mark at the first difference");
    free(text);
    text = printed(b, a);
    is(text,
       "  one                     other\n"
       "  timers  a               timers  a\n"
       "> timers  a               timers  b\n"
       "  main    result = EBUSY\n"
       "  it waits for ever       it came to its end\n",
       "the left is as wide as it has to be, and nothing stands behind it in vain");
    free(text);
    b->count = 1;
    a->count = 2;
    text = printed(a, b);
    ok(strstr(text, "\n> it came to its end"), "an end may be the first difference");
    free(text);
    free(a);
    free(b);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        test_row(&rows[i]);
    test_aspect("phase", FUZZ_PHASE, another_phase);
    test_aspect("iteration", FUZZ_ITERATION, another_iteration);
    test_aspect("time", FUZZ_TIME, another_time);
    test_value();
    test_wakeups();
    test_print();
    return done_testing();
}
