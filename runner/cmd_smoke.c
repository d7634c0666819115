/* cmd_smoke.c - is this adapter sound? Not how the loop orders things, but whether
 * the adapter does what backend.h asks of it: each check is a small program whose
 * outcome no loop may vary. A check that needs what the adapter does not declare is
 * passed over, by name. */
#include "runner/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "runner/judge.h"

#define HEAD "title \"smoke\"\nrules SMOKE-1\n"

static const struct check {
    const char *promise;
    const char *program;
    const char *expected;
    const char *remedy; /* what to look at when it fails */
} checks[] = {
    { "a timer fires once, after its delay", "timer 5ms { log t }", "t 5ms",
      "timer_start takes milliseconds from the loop's clock; a timer without repeat fires once" },
    { "a timer of a minute takes no real time", "timer 60s { log t }", "t 60000ms",
      "virtual-clock means that the loop tells time and waits by the C library or the world" },
    { "a stopped timer does not fire", "t = timer 5ms { log t }\ntimer 9ms { log end }\nstop t",
      "end 9ms", "handle_stop must take the timer out" },
    { "a repeating timer fires until it is stopped",
      "t = timer 5ms repeat 5ms { log t; first 2 { log more } else { stop t } }",
      "t 5ms\nmore\nt 10ms\nmore\nt 15ms", "timer_start's repeat is in milliseconds too" },
    { "timer_again restarts a repeating timer with its repeat",
      "t = timer 50ms repeat 5ms { log t; stop t }\nagain t", "t 5ms",
      "timer_again counts from now, by the repeat" },
    { "timer_due_in tells what is left", "t = timer 30ms { log t }\nobserve due t",
      "due.t = 30\nt 30ms", "timer_due_in answers in milliseconds" },
    { "an idle handle is called in every iteration",
      "i = idle { log i; first 2 { log more } else { stop i } }", "i\nmore\ni\nmore\ni",
      "watch_start on LOOP_IDLE" },
    { "a prepare handle is called before the loop waits",
      "p = prepare { log p; stop p }\ntimer 5ms { log t }", "p 0ms\nt 5ms",
      "watch_start on LOOP_PREPARE" },
    { "a check handle is called after the loop has waited",
      "c = check { log c; stop c }\ntimer 5ms { }", "c 5ms", "watch_start on LOOP_CHECK" },
    { "a readable descriptor is reported when it is readable",
      "p = poll readable after 5ms { log p; drain p; close p }", "p 5ms",
      "poll_start with LOOP_READABLE, level-triggered" },
    { "a writable descriptor is reported when it is writable",
      "p = poll writable after 5ms { log p; close p }", "p 5ms", "poll_start with LOOP_WRITABLE" },
    { "a wake-up from another thread ends the wait",
      "a = async { log a; close a }\nthread { busy 5ms; send a }", "a 5ms",
      "async_send may be called from any thread" },
    { "wake-ups before the callback are one callback",
      "a = async { log a; close a }\nsend a; send a; send a", "a", "async_send coalesces" },
    { "a job runs on a pool thread and reports on the loop's", "work 5ms { log done }", "done 5ms",
      "work must not run the job on the thread that called it" },
    { "jobs run beside each other", "workers 2|work 5ms { log a }\nwork 5ms { log b }", "any",
      "config->workers is the size of the pool" },
    { "a file request reports on the loop's thread", "stat { log s; observe status }",
      "s\nstatus = 0", "stat's status is 0 or a negative errno" },
    { "a job that waits for a thread can be cancelled",
      "workers 1|work 5ms { }\nw = work 5ms { observe status }\ncancel w", "status = ECANCELED",
      "cancel answers 0 and the job's callback gets -ECANCELED" },
    { "closing calls back once, later, and nothing after it",
      "t = timer 5ms { log t }\ntimer 9ms { log end }\nclose t { log x }\nlog main",
      "main\nx\nend 9ms", "handle_close calls back from the loop, and the handle is quiet then" },
    { "an unreferenced handle does not hold the loop",
      "t = timer 5ms { log t }\nunref t\nrun default\nobserve result", "result = 0",
      "handle_ref(h, 0)" },
    { "a nowait run does not wait", "timer 5ms { log t }\nrun nowait\nobserve result\nlog end",
      "result = 1\nend 0ms", "run(LOOP_NOWAIT) polls once, with a timeout of zero" },
    { "a run once waits once", "timer 5ms repeat 5ms { log t }\nrun once\nlog end",
      "t 5ms\nend 5ms", "run(LOOP_ONCE) waits for the next timer or event" },
    { "stop ends the run", "timer 5ms { log t; stop loop }\ntimer 9ms { log never }\nlog main",
      "main\nt 5ms", "stop ends run() after the running iteration" },
    { "an empty loop is not alive", "observe alive\nrun default\nobserve result",
      "alive = 0\nresult = 0", "alive counts what keeps the loop running" },
    { "the clock stands still inside a callback",
      "timer 5ms { observe now; busy 3ms; observe now; update time; observe now }",
      "now = 5\nnow = 5\nnow = 8", "now is cached until update_time" },
    { "the poll timeout is the way to the next timer",
      "timer 50ms { }\nrun nowait\nobserve timeout", "timeout = 50",
      "poll_timeout answers in milliseconds" },
};

/* `workers 2|...`: a header before the steps. */
static char *whole_program(const struct check *k)
{
    const char *bar = strchr(k->program, '|');
    int head = bar ? (int)(bar - k->program) : 0;
    return xasprintf(HEAD "%.*s\n\n%s\n", head, k->program, bar ? bar + 1 : k->program);
}

static int load_check(const struct check *k, struct suite_case *c, struct diag *d)
{
    bool any = strcmp(k->expected, "any") == 0;
    *c = (struct suite_case){ .name = (char *)"smoke",
                              .path = (char *)"smoke.loop",
                              .expect_path = (char *)"smoke.trace",
                              .source = whole_program(k) };
    c->length = strlen(c->source);
    if (scenario_parse(&c->scenario, c->path, c->source, c->length, d) < 0)
        return -1;
    c->expect = any ? NULL : expect_parse(c->expect_path, k->expected, strlen(k->expected), d);
    return any || c->expect ? 0 : -1;
}

static void unload_check(struct suite_case *c)
{
    expect_free(c->expect);
    scenario_release(&c->scenario);
    free(c->source);
}

static const char *const word[] = { [VERDICT_PASS] = "ok  ", [VERDICT_SKIP] = "lack" };

static void tell(const struct check *k, const struct result *r)
{
    bool is_fine = verdict_is_expected(r->verdict);
    printf("%s  %s%s%s\n", is_fine ? word[r->verdict] : "BAD ", k->promise,
           r->reason[0] && r->verdict != VERDICT_PASS ? ": " : "",
           r->verdict != VERDICT_PASS ? r->reason : "");
    if (!is_fine)
        printf("      %s\n", k->remedy);
}

/* 0, or -1 with `*d` if the check could not be made at all. */
static int make_check(const struct target *t, const struct check *k, struct result_summary *sum,
                      struct diag *d)
{
    struct suite_case c;
    struct result r;
    struct server_outcome end;
    int status = load_check(k, &c, d);
    char *misfit = status == 0 ? target_misfit(t, &c.scenario) : NULL;
    if (misfit) {
        judge_skip(t, &c, misfit, &r);
    } else if (status == 0) {
        status = target_run(t, &c, &end, d);
        if (status == 0)
            judge(t, NULL, &c, &end, server_trace(t->server), &r);
    }
    if (status == 0) {
        tell(k, &r);
        sum->count[r.verdict]++;
        result_release(&r);
    }
    unload_check(&c);
    return status;
}

static int make_checks(const struct target *t)
{
    struct diag d;
    struct result_summary sum = { { 0 } };
    printf("%s: %s %s, %s clock\n", t->spec, t->info.name, t->info.version,
           t->real_clock ? "real" : "virtual");
    for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
        if (make_check(t, &checks[i], &sum, &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
    }
    size_t lacks = sum.count[VERDICT_SKIP], broken = result_summary_broken(&sum);
    printf("%zu sound, %zu bad, %zu not declared\n", sum.count[VERDICT_PASS], broken, lacks);
    return broken ? STATUS_UNEXPECTED : sum.count[VERDICT_PASS] ? STATUS_EXPECTED : STATUS_NOTHING;
}

int cmd_smoke(struct options *o)
{
    struct diag d;
    struct target t;
    int status = STATUS_EXPECTED;
    if (o->backend.count == 0) {
        diag_usage(&d, "-b ./my-loop.so", "smoke needs a backend");
        diag_print(&d, stderr);
        return diag_exit_status(&d);
    }
    for (size_t i = 0; i < o->backend.count; i++) {
        if (target_open(&t, o->backend.item[i], o, &d) < 0) {
            diag_print(&d, stderr);
            return diag_exit_status(&d);
        }
        int own = make_checks(&t);
        status = own > status ? own : status;
        target_close(&t);
    }
    return status;
}
