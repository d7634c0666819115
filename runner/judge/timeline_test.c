/* The drawing has a column for each phase and queue that occurs, and a line for each event. It is
 * never wider than 80 columns. Control characters in a label never reach the terminal. */
#include "runner/judge/timeline.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "tap/tap.h"
#include "trace/lanes.h"

#define MS 1000000ull

static const char *const texts[] = {
    "",
    "t",
    "early",
    "a\033[2Jb",
    "a-label-that-is-longer-than-any-lane-can-ever-be-in-80-columns-so-it-is-cut-somewhere",
    "Grüße",
};

static char *draw_as(const struct trace_event *event, size_t count,
                     const struct timeline_look *look)
{
    struct trace *t = xcalloc(1, sizeof *t + count * sizeof *event);
    t->phases = 1;
    t->count = count;
    if (count > 0)
        memcpy(t->event, event, count * sizeof *event);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    timeline_print(out, (struct labels){ .text = texts, .count = ARRAY_SIZE(texts) }, t, look);
    fclose(out);
    free(t);
    return text;
}

static char *draw(const struct trace_event *event, size_t count)
{
    return draw_as(event, count, &(struct timeline_look){ .broken = UINT64_MAX });
}

static const struct trace_event late[] = {
    { .kind = TRACE_LOG, .label = 5 },
    { .kind = TRACE_WORK,
      .phase = PHASE_POLL,
      .iteration = 1,
      .at_ns = 95 * MS,
      .due_ns = TRACE_NO_DUE,
      .took_ns = 10 * MS },
    { .kind = TRACE_LOG,
      .phase = PHASE_POLL,
      .iteration = 1,
      .at_ns = 95 * MS,
      .cause = 2,
      .label = 2 },
    { .kind = TRACE_OBSERVE,
      .phase = PHASE_POLL,
      .iteration = 1,
      .at_ns = 105 * MS,
      .cause = 2,
      .label = 2,
      .value = 7 },
    { .kind = TRACE_TICK,
      .phase = PHASE_POLL,
      .iteration = 1,
      .at_ns = 105 * MS,
      .due_ns = TRACE_NO_DUE,
      .cause = 2 },
    { .kind = TRACE_LOG,
      .phase = PHASE_POLL,
      .iteration = 1,
      .at_ns = 105 * MS,
      .cause = 5,
      .label = 3 },
    { .kind = TRACE_TIMER,
      .phase = PHASE_TIMERS,
      .iteration = 2,
      .at_ns = 105 * MS,
      .due_ns = 100 * MS,
      .took_ns = MS,
      .label = 1 },
};

static void test_drawing(void)
{
    char *text = draw(late, ARRAY_SIZE(late));
    is(text,
       "      time  main             timers           poll             tick\n"
       "      0 ms  Grüße\n"
       "----------  iteration 1 --------------------------------------------------------\n"
       "     95 ms                                    work  took 10 ms\n"
       "                                              | early\n"
       "    105 ms                                    | early = 7\n"
       "                                                               tick\n"
       "                                                               | a\\x1b[2Jb\n"
       "----------  iteration 2 --------------------------------------------------------\n"
       "    105 ms                   timer t  5 ms late, took 1 ms\n",
       "phases as columns, time downwards");
    free(text);
    text = draw(NULL, 0);
    is(text, "      time\n", "a trace of nothing");
    free(text);
}

/* What breaks the case is marked at the begin of its line, and in colour where there is colour. */
static void test_mark(void)
{
    char *text = draw_as(late, ARRAY_SIZE(late), &(struct timeline_look){ .broken = 3 });
    ok(strstr(text, "\n>   105 ms                                    | early = 7\n") != NULL,
       "the event that breaks the case is marked");
    ok(strchr(text, '\033') == NULL, "without colour");
    free(text);
    text = draw_as(late, ARRAY_SIZE(late), &(struct timeline_look){ .color = true, .broken = 3 });
    ok(strstr(text, "\033[1;31m>   105 ms  \033[m") != NULL, "with colour in red");
    ok(strstr(text, "\033[1;31m| early = 7\033[m\n") != NULL, "the whole of it");
    free(text);
}

static size_t widest(const char *text)
{
    size_t most = 0, n = 0;
    for (; *text; text++) {
        n = *text == '\n' ? 0 : n + (((unsigned char)*text & 0xc0) != 0x80);
        most = n > most ? n : most;
    }
    return most;
}

/* Every phase and every queue at once, with labels that never fit. */
static void test_width(void)
{
    static const enum trace_kind kinds[] = { TRACE_TICK, TRACE_MICROTASK, TRACE_HANDLER,
                                             TRACE_FRAME, TRACE_TASK };
    struct trace_event event[PHASE_COUNT + ARRAY_SIZE(kinds)] = { 0 };
    for (size_t i = 0; i < ARRAY_SIZE(event); i++)
        event[i] = (struct trace_event){ .kind = i < PHASE_COUNT ? TRACE_POLL
                                                                 : kinds[i - PHASE_COUNT],
                                         .phase = i < PHASE_COUNT ? (unsigned)i & 7 : 0,
                                         .iteration = 1,
                                         .at_ns = 86400000 * MS,
                                         .due_ns = 1,
                                         .took_ns = 1234567,
                                         .label = 4 };
    char *text = draw(event, ARRAY_SIZE(event));
    is_int(widest(text), 80, "however many lanes, 80 columns");
    free(text);
}

int main(void)
{
    test_drawing();
    test_mark();
    test_width();
    return done_testing();
}
