/* Phase and iteration have one definition for every loop. Each row is a round of a loop, as
 * callbacks and poll steps, and what the trace must say of it. */
#include "host/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "tap/tap.h"
#include "world/world.h"

/* One letter for each event: '(' poll begins, ')' the check observer ends it, 'm' the loop returns,
 * and callbacks: T timer, I idle, P prepare, A async, W work, C check, X close, O timeout, V
 * immediate, k tick, q microtask. */
static enum trace_kind kind_of(char c)
{
    static const char letters[] = "TIPAWCXOVkq";
    static const enum trace_kind kinds[] = {
        TRACE_TIMER, TRACE_IDLE,    TRACE_PREPARE,   TRACE_ASYNC, TRACE_WORK,      TRACE_CHECK,
        TRACE_CLOSE, TRACE_TIMEOUT, TRACE_IMMEDIATE, TRACE_TICK,  TRACE_MICROTASK,
    };
    return kinds[strchr(letters, c) - letters];
}

static const struct row {
    const char *property, *story;
    bool tail;
    const char *expected; /* phase's first two letters and iteration, per callback */
} rows[] = {
    { "a round in its order", "TIP(AC)X", false, "ti1 id1 pr1 po1 ch1 cl1" },
    { "timers before the first poll belong to the first iteration", "T(", true, "ti1" },
    { "later timers end an iteration where they stand at the tail", "(C)XT(", true, "ch1 cl1 ti1" },
    { "and begin the next where they stand at the head", "(C)XT(", false, "ch1 cl1 ti2" },
    { "idle and prepare belong to the poll ahead", "(C)IP(C)", true, "ch1 id2 pr2 ch2" },
    { "what else comes before the wait is pending", "A(W)A", false, "pe1 po1 pe2" },
    { "what comes after the first check callback is not poll", "(CA)", false, "ch1 pe2" },
    { "rounds of pending right after poll count as poll", "(AWAW)", false, "po1 po1 po1 po1" },
    { "a run that returned has ended its poll", "(Am(A)", false, "po1 po2" },
    { "timeouts and immediates have phases as timers and checks", "O(V)", false, "ti1 ch1" },
    { "what is drained belongs to the callback before it", "kq(AkVq)Ok", true,
      "ma0 ma0 po1 po1 ch1 ch1 ti1 ti1" },
    { "or to the main program again", "(V)mk", true, "ch1 ma1" },
};

static void fail_full(void *arg, enum trace_outcome outcome)
{
    enum trace_outcome *seen = arg;
    *seen = outcome;
}

static void tell(const struct row *row, struct trace *t, char *text, size_t size)
{
    enum trace_outcome full = OUTCOME_NONE;
    struct record r = { .trace = t,
                        .callbacks_max = 100,
                        .timers_at_tail = row->tail,
                        .full = fail_full,
                        .arg = &full };
    trace_reset(t);
    for (const char *c = row->story; *c; c++) {
        if (*c == '(')
            record_poll_begin(&r);
        else if (*c == ')')
            record_poll_end(&r);
        else if (*c == 'm')
            record_main(&r);
        else
            record_callback_end(&r, record_callback(&r, kind_of(*c), 0, TRACE_NO_DUE, 0));
    }
    text[0] = '\0';
    for (uint64_t i = 0; i < t->count; i++) {
        size_t n = strlen(text);
        snprintf(text + n, size - n, "%s%.2s%u", n ? " " : "", trace_phase_name(t->event[i].phase),
                 t->event[i].iteration);
    }
}

static void logs_inherit(struct trace *t)
{
    struct record r = { .trace = t, .callbacks_max = 100 };
    trace_reset(t);
    record_log(&r, 7);
    record_poll_begin(&r);
    uint32_t index = record_callback(&r, TRACE_ASYNC, 3, 5, 2);
    record_log(&r, 8);
    record_value(&r, 9, -1);
    world_busy(1000);
    record_callback_end(&r, index);
    record_log(&r, 10);
    is_int(t->count, 5, "logs, values and callbacks are events");
    is_int(t->event[0].phase, PHASE_MAIN, "a log outside any callback is the main program's");
    is_int(t->event[2].phase, PHASE_POLL, "one inside is of its callback's phase");
    is_int(t->event[2].cause, index + 1, "and is caused by it");
    is_int(t->event[3].value, -1, "a value is kept");
    is_int(t->event[1].took_ns, 1000, "a callback knows how long it took");
    is_int(t->event[1].cause, 2, "and who asked for it");
    is_int(t->event[4].cause, 0, "afterwards the main program is at work again");
}

static void budget_is_told(struct trace *t)
{
    enum trace_outcome full = OUTCOME_NONE;
    struct record r = { .trace = t, .callbacks_max = 2, .full = fail_full, .arg = &full };
    trace_reset(t);
    for (int i = 0; i < 2; i++)
        record_callback_end(&r, record_callback(&r, TRACE_IDLE, 0, TRACE_NO_DUE, 0));
    is_int(full, OUTCOME_NONE, "within the budget");
    record_callback(&r, TRACE_IDLE, 0, TRACE_NO_DUE, 0);
    is_int(full, OUTCOME_BUDGET, "the budget is used up by the callback beyond it");
}

int main(void)
{
    int fd = trace_create();
    struct trace *t = trace_map(fd);
    if (!t)
        skip_all("no memory file can be made");
    world_begin(&(struct world_config){ .clock = WORLD_VIRTUAL });
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char got[200];
        tell(&rows[i], t, got, sizeof got);
        is(got, rows[i].expected, "%s", rows[i].property);
    }
    logs_inherit(t);
    budget_is_told(t);
    world_end();
    trace_unmap(t);
    close(fd);
    return done_testing();
}
