/* Whole programs on real loops: what the host makes of each word. A row is run in a process of its
 * own, on each loop; its trace comes back as text. */
#include "host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "backend/builtin.h"
#include "base/mem.h"
#include "host/sample_test.h"
#include "tap/tap.h"

enum { MS = 1000000 };

static void run(const struct program *p, const struct loop_backend *backend, enum world_clock clock,
                struct trace *t)
{
    struct host_config config = {
        .program = p, .backend = backend, .args = "", .clock = clock, .trace = t
    };
    version_parse(uv_version_string(), &config.profile.libuv);
    sample_run(&config);
}

/* "label@ms" for a log, "label=value" for an observation, "name:error" for a call of the loop that
 * failed, "kind(due)" for a callback
 * whose instant is known to the world, and the sentence of an error. */
static void print_event(const struct program *p, const struct trace_event *ev, char *out,
                        size_t size)
{
    char value[32];
    unsigned long long at = ev->at_ns / MS, due = ev->due_ns / MS;
    const char *label = p->string[ev->label];
    out[0] = '\0';
    if (ev->kind == TRACE_LOG)
        snprintf(out, size, " %s@%llu", label, at);
    else if (ev->kind == TRACE_OBSERVE)
        snprintf(out, size, " %s=%s", label, trace_value_print(ev->value, true, value));
    else if (ev->kind == TRACE_CALL)
        snprintf(out, size, " %s:%s", label, trace_value_print(ev->value, true, value));
    else if (ev->due_ns != TRACE_NO_DUE && ev->kind != TRACE_TIMER)
        snprintf(out, size, " %s(%llu)", trace_kind_name(ev->kind), due);
}

static void print_trace(const struct program *p, const struct trace *t, char out[SAMPLE_SIZE])
{
    size_t n = 0;
    out[0] = '\0';
    for (uint64_t i = 0; i < t->count && n < SAMPLE_SIZE - 300; i++) {
        print_event(p, &t->event[i], out + n, SAMPLE_SIZE - n);
        n += strlen(out + n);
    }
    if (t->outcome != OUTCOME_FINISHED)
        snprintf(out + n, SAMPLE_SIZE - n, " %u: %s", t->outcome, t->message);
}

static const struct row {
    const char *property, *program, *expected;
} rows[] = {
    { "a read has the block of its `read`, a write its own",
      "a = stream\nb = peer a\nread b by 3 { log r; observe status }\n"
      "write a 5 { log w; observe status }\nwrite a 1\n"
      "shutdown a { log s; close a }\ntimer 1ms { close b }",
      " w@0 status=0 s@0 r@0 status=3 r@0 status=3 r@0 status=EOF" },
    { "a read is due when it was fed",
      "a = stream\nread a { observe status }\nfeed a 7\nfeed a 2 after 5ms\n"
      "timer 9ms { close a }",
      " read(0) status=7 read(5) status=2" },
    { "a read can be stopped and begun again with another block",
      "a = stream\nread a by 1 { log one; stop a; read a { log two; observe status; close a } }\n"
      "feed a 4",
      " read(0) one@0 read(0) two@0 status=3" },
    { "datagrams are due when they were fed",
      "u = datagram { log d }\nfeed u 2\nfeed u 1 after 3ms\ntimer 5ms { close u }",
      " datagram(0) d@0 datagram(0) d@0 datagram(3) d@3" },
    { "a connection over TCP takes no time",
      "l = listen tcp { log l; s = accept l; close s; close l }\n"
      "c = connect l { log c; observe status; close c }\nobserve result",
      " result=0 l@0 c@0 status=0" },
    { "a connection over a path carries bytes",
      "l = listen pipe { s = accept l; read s { observe status; close s; close l } }\n"
      "c = connect l { write c 4 { log w; close c } }",
      " w@0 status=4" },
    { "where nobody listens a connection fails",
      "c = connect nowhere pipe { observe status; close c }\n"
      "d = connect nowhere tcp { observe status; close d }",
      " status=ENOENT status=ECONNREFUSED" },
    { "a signal is watched, stopped, and watched again",
      "s = signal usr1 { log s }\nh = signal hup { log h }\nraise usr1\n"
      "timer 1ms { stop s; raise hup }\ntimer 2ms { start s; raise usr1 after 2ms }\n"
      "timer 9ms { close s; close h }",
      " s@0 h@1 s@4" },
    { "a child has ended when its step is done", "child { log ended; observe status }",
      " ended@0 status=0" },
    { "a lookup is due when it ended",
      "lookup 5ms { log l; observe status }\nlookup 2ms { log m; observe threads }",
      " lookup(2) m@2 threads=4 lookup(5) l@5 status=0" },
    { "a file request without a block is made at once",
      "stat\nobserve result\nobserve alive\nobserve threads", " result=0 alive=0 threads=0" },
    { "a handle without a callback cannot be started",
      "t = timer stopped\nc = check stopped\nstart t 1ms\nobserve result\nstart c\nobserve result",
      " t:EINVAL result=EINVAL c:EINVAL result=EINVAL" },
    { "a thread of the program's is none of the loop's",
      "thread { busy 1ms }\nobserve threads\nwork 1ms { observe threads }",
      " threads=0 work(1) threads=4" },
    { "a wait is interrupted though the thread at hand is about to end",
      "loop { timer 1ms { log x } }\ninterrupt after 1ms times 3\ntimer 10ms { log t }",
      " x@1 t@10" },
    { "a second loop has its own clock, names and counters",
      "busy 5ms\ntimer 0ms { log a; busy 30ms; log b }\n"
      "loop { t = timer 10ms repeat 10ms { log t; first 1 { observe now } else { stop t "
      "} } }",
      " a@5 t@15 now=15 t@25 b@35" },
    { "a second loop wakes the first",
      "a = async { log woken; close a }\nloop { timer 7ms { log send; send a } }",
      " send@7 woken@7" },
    { "two loops make one pool, whoever comes first",
      "loop { work 5ms { log second } }\nwork 9ms { log first; observe threads }",
      " work(5) second@5 work(9) first@9 threads=4" },
    { "who comes for the pool while it is being made waits for it",
      "loop { work 0ms; observe result }\nwork 0ms\nlog a", " a@0 result=0" },
    { "the program ends when its second loop has", "loop { timer 20ms { log late } }", " late@20" },
    { "a failure in a second loop is the program's",
      "loop { timer 2ms { close t; close t } }\nt = timer 9ms { log never }",
      " 5: line 3: 't' does not exist yet" },
    { "a second loop cannot act on what the first has made",
      "t = timer 9ms { log never }\nloop { stop t }", " 5: line 4: 't' does not exist yet" },
    { "a second peer", "a = stream\nb = peer a\nc = peer a", " 5: line 5: 'a' has a peer already" },
    { "a feed past a peer", "a = stream\nb = peer a\nfeed a 1",
      " 5: line 5: 'a' has a peer, which alone can write to it" },
    { "an accept without a connection", "l = listen pipe { }\ns = accept l",
      " 5: line 4: 'l' has no connection to accept" },
    { "a connection to a listener that is closing",
      "l = listen tcp { }\nclose l\nc = connect l { }", " 5: line 5: 'l' is closing" },
    { "a read of a stream that is closed", "a = stream\nclose a { log x; read a { } }",
      " x@0 5: line 4: 'a' is closed" },
    { "a read of a stream that is closing is the loop's to refuse",
      "a = stream\nclose a\nread a { }\nobserve result", " a:EINVAL result=EINVAL" },
    { "a write to a stream that is closing", "a = stream\nclose a\nwrite a 1",
      " 5: line 5: 'a' is closing" },
    { "a stop of a poll that is closing", "p = poll readable { }\nclose p\nstop p",
      " 5: line 5: 'p' is closing" },
    { "a stop of a signal that is closing", "s = signal hup { }\nclose s\nstop s",
      " 5: line 5: 's' is closing" },
    { "a signal that nobody watches", "timer 1ms { log t; raise usr1 }",
      " t@1 7: SIGUSR1 is raised and nobody watches it: it would end the process" },
    { "a feed without room", "a = stream\nfeed a 1000000 after 3ms\ntimer 9ms { log never }",
      " 7: the stream has no room for a feed of 1000000 bytes" },
    { "what falls due after the end is not missed",
      "a = stream\nfeed a 1000000 after 3ms\nraise usr1 after 3ms\nwork 9ms { }\nrun nowait\nlog "
      "end",
      " end@0" },
};

/* Two threads record at once: nothing is lost, and what is there is whole. */
static void on_the_real_clock(const struct loop_backend *backend, struct trace *t)
{
    struct program *p = sample_parse("repeat 3 { loop { repeat 500 { timer 0ms { log b } } } }\n"
                                     "repeat 500 { timer 0ms { log a } }");
    uint64_t a = 0, b = 0, last_ns = 0;
    bool in_order = true;
    run(p, backend, WORLD_REAL, t);
    is_int(t->outcome, OUTCOME_FINISHED, "%s: four loops on the real clock come to their end",
           backend->name);
    is_int(t->callbacks, 2000, "%s: every callback is counted", backend->name);
    ok(trace_check(t, p->string_count), "%s: every event is whole", backend->name);
    for (uint64_t i = 0; i < t->count; i++) {
        const struct trace_event *ev = &t->event[i];
        a += ev->kind == TRACE_LOG && strcmp(p->string[ev->label], "a") == 0;
        b += ev->kind == TRACE_LOG && strcmp(p->string[ev->label], "b") == 0;
        in_order = in_order && ev->at_ns >= last_ns;
        last_ns = ev->at_ns;
    }
    is_int(a, 500, "%s: the first loop's logs are there", backend->name);
    is_int(b, 1500, "%s: so are those of the others", backend->name);
    ok(in_order, "%s: and stand in the order of time", backend->name);
    program_free(p);
}

int main(void)
{
    const struct loop_backend *backends[] = { backend_libuv(false), &backend_reference };
    int fd = trace_create();
    struct trace *t = trace_map(fd);
    if (!t)
        skip_all("no memory file can be made");
    for (size_t k = 0; k < ARRAY_SIZE(backends); k++) {
        for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
            char got[SAMPLE_SIZE];
            struct program *p = sample_parse(rows[i].program);
            run(p, backends[k], WORLD_VIRTUAL, t);
            print_trace(p, t, got);
            is(got, rows[i].expected, "%s: %s", backends[k]->name, rows[i].property);
            program_free(p);
        }
        on_the_real_clock(backends[k], t);
    }
    trace_unmap(t);
    close(fd);
    return done_testing();
}
