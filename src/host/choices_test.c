/* A millisecond may pass where timers can tell, and only there; a page may serve its
 * sources in any order. A row is a program under a schedule: what it logs, and the kind of
 * each point that it came to: u for who goes first, m for a millisecond, k for a task, f for
 * a frame, e for the engine. */
#include "host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/sample_test.h"
#include "tap/tap.h"

struct row {
    const char *property;
    const char *program; /* after its title and rules */
    const char *schedule;
    const char *expected; /* logs / points */
};

static const struct row rows[] = {
    { "before the first pass a timeout comes near",
      "layer node\ntimeout 0ms { log t }\n"
      "immediate { log i }",
      "", "i t / mm" },
    { "a millisecond makes it due", "layer node\ntimeout 0ms { log t }\nimmediate { log i }", "1",
      "t i / m" },
    { "or after check, where it makes no difference any more",
      "layer node\ntimeout 0ms { log t }\nimmediate { log i }", "2", "i t / mm" },
    { "a timeout that is far off is no point",
      "layer node\ntimeout 5ms { log t }\nimmediate { log i }", "", "i t / " },
    { "one of the close callback is near after it",
      "layer node\ns = socket\nimmediate { close s { timeout 0ms { log t }\nimmediate { log i } } "
      "}",
      "1", "t i / m" },
    { "within I/O check comes first whatever the clock says",
      "layer node\nstat { timeout 0ms { log t }\nimmediate { log i } }", "", "i t / m" },
    { "the same a millisecond later",
      "layer node\nstat { timeout 0ms { log t }\nimmediate { log i } }", "1", "i t / m" },
    { "expiries that are neighbours can be made equal",
      "layer node\ntimeout 2ms { log a }\ntimeout 1ms { log b }\nbusy 10ms", "1", "a b / m" },
    { "others cannot", "layer node\ntimeout 4ms { log a }\ntimeout 2ms { log b }\nbusy 10ms", "",
      "b a / " },
    { "equal ones are called together",
      "layer node\ntimeout 9ms { log a; immediate { log i } }\ntimeout 9ms { log b }", "",
      "a b i / m" },
    { "and can be parted",
      "layer node\ntimeout 9ms { log a; immediate { log i } }\ntimeout 9ms { log b }", "1",
      "a i b / mmm" },
    { "in layer core a start does not read the clock", "timer 5ms { log a }\ntimer 5ms { log b }",
      "", "a b / " },
    { "the program itself may", "timer 2ms { log a }\nupdate time\ntimer 1ms { log b }\nbusy 5ms",
      "", "b a / m" },
    { "which makes the two equal",
      "timer 2ms { log a }\nupdate time\ntimer 1ms { log b }\nbusy 5ms", "1", "a b / m" },
    { "a stopped timer is not near", "t = timer 1ms { log t }\nstop t\ntimer 9ms { log u }", "",
      "u / " },
    { "nobody offers time to a program that needs it exact",
      "layer node\nneeds exact-time\ntimeout 0ms { log t }\nimmediate { log i }", "", "i t / " },
    { "a page draws at the next whole frame",
      "layer browser\ntimeout 0ms { log t }\nframe { log f }", "", "t f / f" },
    { "or at once", "layer browser\ntimeout 0ms { log t }\nframe { log f }", "1", "t f / fk" },
    { "and then the frame may be first", "layer browser\ntimeout 0ms { log t }\nframe { log f }",
      "1,2", "f t / fk" },
    { "timers of a page keep their order",
      "layer browser\ntimeout 0ms { log a }\n"
      "timeout 0ms { log b }\nbusy 1ms",
      "", "a b / m" },
    { "but a smaller delay may overtake",
      "layer browser\ntimeout 20ms { log a }\nbusy 40ms\n"
      "timeout 0ms { log b }",
      "1", "b a / k" },
    { "what an error left in the queues waits for the next callback",
      "layer node\non uncaught { log u }\nstat { tick { log k }\nimmediate { log i }\nthrow }", "",
      "u i k / e" },
    { "which may be one of the engine's own",
      "layer node\non uncaught { log u }\nstat { tick { log k }\nimmediate { log i }\nthrow }", "1",
      "u k i / e" },
    { "a program that needs exact time has an engine too",
      "layer node\nneeds exact-time\non uncaught { log u }\n"
      "stat { promise { log p }\nimmediate { log i }\nthrow }",
      "1", "u p i / e" },
    { "nothing comes between requests that are done together",
      "layer node\non uncaught { log u }\nstat { tick { log k }\nthrow }\n"
      "stat { log s }\nbusy 5ms",
      "", "u s k / uu" },
    { "a way that does not exist is refused",
      "layer node\ntimeout 0ms { log t }\nimmediate { log i }", "1:2",
      "(the schedule does not fit: point 1 has no way 2) / m" },
};

static void run(const struct program *p, const struct schedule *s, struct trace *t)
{
    struct diag d;
    struct host_config config = {
        .program = p, .backend = &backend_reference, .args = "", .trace = t, .schedule = s
    };
    if (profile_parse("node-26/libuv-1.44.2", &config.profile, &d) < 0)
        abort();
    sample_run(&config);
}

static void print(const struct program *p, const struct trace *t, char *out)
{
    size_t n = 0;
    out[0] = '\0';
    for (uint64_t i = 0; i < t->count; i++)
        if (t->event[i].kind == TRACE_LOG)
            n += (size_t)snprintf(out + n, SAMPLE_SIZE - n, "%s ", p->string[t->event[i].label]);
    if (t->outcome != OUTCOME_FINISHED)
        n += (size_t)snprintf(out + n, SAMPLE_SIZE - n, "(%s) ", t->message);
    n += (size_t)snprintf(out + n, SAMPLE_SIZE - n, "/ ");
    for (uint32_t i = 0; i < trace_open_choices(t); i++)
        n += (size_t)snprintf(out + n, SAMPLE_SIZE - n, "%c", "umkfe"[t->choice[i].kind]);
}

static void run_row(const struct row *row, struct trace *t)
{
    struct schedule s = { 0 };
    struct diag d;
    char got[SAMPLE_SIZE];
    struct program *p = sample_parse(row->program);
    if (row->schedule[0] && schedule_parse(row->schedule, &s, &d) < 0)
        abort();
    run(p, &s, t);
    print(p, t, got);
    is(got, row->expected, "%s", row->property);
    schedule_release(&s);
    program_free(p);
}

int main(void)
{
    struct trace *t = trace_map(trace_create());
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        run_row(&rows[i], t);
    struct program *p = sample_parse(rows[0].program);
    run(p, NULL, t);
    is_int(t->choices, 0, "without a schedule no point is recorded");
    program_free(p);
    trace_unmap(t);
    return done_testing();
}
