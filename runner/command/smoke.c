/* smoke.c - checks that an adapter is sound. This file has the checks for loops, by backend.h. A
 * check that needs an undeclared capability is skipped and named. */
#include "runner/command/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "runner/judge/judge.h"
#include "runner/command/smoke_checks.h"

enum { ENDLESS_MS = 2000 }; /* time limit of a scenario without an end */

static const struct smoke_check checks[] = {
    { "a timer fires once, after its delay", "timer 5ms { log t }", "t 5ms",
      .remedy = "timer_start takes milliseconds from the loop's clock; a timer without repeat "
                "fires once" },
    { "a timer of a minute takes no real time", "timer 60s { log t }", "t 60000ms",
      .remedy =
          "virtual-clock means that the loop tells time and waits by the C library or the world" },
    { "a stopped timer does not fire", "t = timer 5ms { log t }\ntimer 9ms { log end }\nstop t",
      "end 9ms", .remedy = "handle_stop must take the timer out" },
    { "a repeating timer fires until it is stopped",
      "t = timer 5ms repeat 5ms { log t; first 2 { log more } else { stop t } }",
      "t 5ms\nmore\nt 10ms\nmore\nt 15ms",
      .remedy = "timer_start's repeat is in milliseconds too" },
    { "timer_again restarts a repeating timer with its repeat",
      "t = timer 5ms repeat 5ms { log t; stop t }\ntimer 3ms { again t }", "t 8ms",
      .remedy = "timer_again counts from now, by the repeat" },
    { "timer_due_in tells what is left", "t = timer 30ms { log t }\nobserve due t",
      "due.t = 30\nt 30ms", .remedy = "timer_due_in answers in milliseconds" },
    { "an idle handle is called in every iteration",
      "i = idle { log i; first 2 { log more } else { stop i } }", "i\nmore\ni\nmore\ni",
      .remedy = "watch_start on LOOP_IDLE" },
    { "a prepare handle is called before the loop waits",
      "p = prepare { log p; stop p }\ntimer 5ms { log t }", "p 0ms\nt 5ms",
      .remedy = "watch_start on LOOP_PREPARE" },
    { "a check handle is called in an iteration", "c = check { log c; stop c }\ntimer 5ms { }", "c",
      .remedy = "watch_start on LOOP_CHECK" },
    { "a readable descriptor is reported when it is readable",
      "p = poll readable after 5ms { log p; drain p; stop p }", "p 5ms",
      .remedy = "poll_start with LOOP_READABLE, level-triggered" },
    { "a writable descriptor is reported when it is writable",
      "p = poll writable after 5ms { log p; stop p }", "p 5ms",
      .remedy = "poll_start with LOOP_WRITABLE" },
    { "a wake-up from another thread ends the wait",
      "a = async { log a; stop loop }\ntimer 60s { }\nthread { busy 5ms; send a }", "a 5ms",
      .remedy = "async_send may be called from any thread" },
    { "wake-ups before the run are called in it, each or all as one",
      "a = async { log a }\ntimer 9ms { log end; stop loop }\nsend a; send a; send a",
      "one of { a } or { a a } or { a a a }\nend 9ms",
      .remedy = "async_send is not lost if the loop does not wait yet" },
    { "a job runs on a pool thread and reports on the loop's", "work 5ms { log done }", "done 5ms",
      .remedy = "work must not run the job on the thread that called it" },
    { "jobs run beside each other", "workers 2|work 5ms { log a }\nwork 5ms { log b }", "any",
      .remedy = "config->workers is the size of the pool" },
    { "a file request reports on the loop's thread", "stat { log s; observe status }",
      "s\nstatus = 0", .remedy = "stat's status is 0 or a negative errno" },
    { "a watched file is reported when it changes",
      "f = file\nw = watch f { log w; observe status; close w }\nchange f after 3ms",
      "w\nstatus = 2", .remedy = "watch_file's status is LOOP_RENAMED or LOOP_CHANGED, or both" },
    { "an inspected file is reported when it has changed",
      "f = file\np = inspect f repeat 5ms { log p; observe status; close p }\nchange f after 3ms",
      "p\nstatus = 0", .remedy = "inspect_file's status is 0 or a negative errno" },
    { "a job that waits for a thread can be cancelled",
      "workers 1|work 5ms { }\nw = work 5ms { observe status }\ncancel w", "status = ECANCELED",
      .remedy = "cancel answers 0 and the job's callback gets -ECANCELED" },
    { "closing calls back once, later, and nothing after it",
      "t = timer 5ms { log t }\ntimer 9ms { log end }\nclose t { log x }\nlog main",
      "main\nx\nend 9ms",
      .remedy = "handle_close calls back from the loop, and the handle is quiet then" },
    { "an unreferenced handle does not hold the loop",
      "t = timer 5ms { log t }\nunref t\nrun default\nobserve result", "result = 0",
      .remedy = "handle_ref(h, 0)" },
    { "a nowait run does not wait", "timer 5ms { log t }\nrun nowait\nlog end", "end 0ms",
      .remedy = "run(LOOP_NOWAIT) polls once, with a timeout of zero" },
    { "a run once returns after one wait",
      "timer 5ms { log t }\ntimer 60s { log never }\nrun once\nlog end",
      "one of { t 5ms end } or { end }", .remedy = "run(LOOP_ONCE) is one iteration" },
    { "a run tells whether anything is left",
      "timer 5ms { log t }\nrun nowait\nobserve result\nrun default\nobserve result",
      "result = 1\nt 5ms\nresult = 0",
      .remedy = "run(LOOP_DEFAULT) ends when nothing keeps the loop; it answers 1 or 0" },
    { "stop ends the run", "timer 5ms { log t; stop loop }\ntimer 9ms { log never }\nlog main",
      "main\nt 5ms", .remedy = "stop ends run() after the running iteration" },
    { "an empty loop is not alive", "observe alive\nrun default\nobserve result",
      "alive = 0\nresult = 0", .remedy = "alive counts what keeps the loop running" },
    { "the clock stands still inside a callback",
      "timer 5ms { observe now; busy 3ms; observe now; update time; observe now }",
      "now = 5\nnow = 5\nnow = 8", .remedy = "now is cached until update_time" },
    { "a handle is called by its priority",
      "a = timer stopped { log a }\nb = timer stopped { log b }\nc = timer stopped { log c }\n"
      "defer a\nprefer c\nstart a 5ms\nstart b 5ms\nstart c 5ms",
      "c 5ms\nb 5ms\na 5ms", .remedy = "handle_priority: 1 before, -1 behind those without" },
    { "the poll timeout is the way to the next timer",
      "timer 50ms { }\nrun nowait\nobserve timeout", "timeout = 50",
      .remedy = "poll_timeout answers in milliseconds" },
    { "poll counts its events",
      "a = poll readable { stop a }\nready a\nrun once\nobserve received\nobserve waiting", "any",
      .remedy = "events and events_waiting are counted by the loop" },
    { "the loop's descriptor tells of what it watches",
      "a = poll readable { log a; stop a }\nrun nowait\nready a after 5ms\nwait\nobserve result\n"
      "run nowait",
      "result = 1 5ms\na 5ms", .remedy = "descriptor is readable when poll would find something" },
    { "a walk comes to every handle", "t = timer stopped { }\nobserve walked t\nobserve handles",
      "walked.t = 1\nhandles = 1", .remedy = "visits walks over the handles that are not closed" },
    { "an option that nobody has is refused", "configure unknown\nobserve result",
      "result = ENOSYS", .remedy = "configure answers -ENOSYS to what the loop does not have" },
    { "a watch tells its path", "f = file\nw = watch f { }\nobserve path w\nclose w", "path.w = 1",
      .remedy = "handle_name tells the path with its length, or -ENOBUFS and the room it needs" },
    { "a question is answered", "ask tcp-of-no-family\nobserve result", "result = EINVAL",
      .remedy = "ask makes the call on a loop of its own and answers what it returns" },
    { "a time to live is set", "u = datagram { }\ntune u ttl-1\nobserve ttl u\nclose u",
      "ttl.u = 1", .remedy = "tune sets the option of the socket" },
    { "a renewed loop watches on",
      "a = poll readable { log a; stop a }\nrun nowait\nrenew loop\nready a\nrun once", "a",
      .remedy = "renew registers anew what is started" },
    { "idle time is the time of the wait",
      "configure idle-time\ntimer 5ms { log t }\nrun default\nobserve idled", "any",
      .remedy = "idle_time answers in nanoseconds, once configure has asked for it" },
};

static const struct smoke_checks smoke_loop = { .where = SMOKE_LOOP,
                                                .program_head = "title \"smoke\"\nrules SMOKE-1\n",
                                                .check = checks,
                                                .count = ARRAY_SIZE(checks) };

/* `workers 2|...`: a header before the steps. */
static char *whole_scenario(const struct smoke_checks *all, const struct smoke_check *k)
{
    const char *bar = k->is_script ? NULL : strchr(k->scenario, '|');
    int head = bar ? (int)(bar - k->scenario) : 0;
    return xasprintf("%s%.*s\n\n%s\n", k->is_script ? all->script_head : all->program_head, head,
                     k->scenario, bar ? bar + 1 : k->scenario);
}

static int load_check(const struct smoke_checks *all, const struct smoke_check *k,
                      struct suite_case *c, struct diag *d)
{
    bool any = strcmp(k->expected, "any") == 0;
    *c = (struct suite_case){ .name = (char *)"smoke",
                              .path = (char *)(k->is_script ? "smoke.js" : "smoke.loop"),
                              .expect_path = (char *)"smoke.trace",
                              .source = whole_scenario(all, k) };
    c->length = strlen(c->source);
    if (scenario_parse(&c->scenario, c->path, c->source, c->length, d) < 0)
        return -1;
    c->scenario.families = FAMILIES_ALL;
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

static void tell(const struct smoke_check *k, const struct result *r)
{
    bool is_fine = verdict_is_expected(r->verdict);
    text_line(stdout, "%s  %s%s%s", is_fine ? word[r->verdict] : "BAD ", k->promise,
              r->reason[0] && r->verdict != VERDICT_PASS ? ": " : "",
              r->verdict != VERDICT_PASS ? r->reason : "");
    if (!is_fine)
        printf("      %s\n", k->remedy);
}

/* If a check is meant to go wrong, it passes if it went wrong in that way. */
static void expect_verdict(const struct smoke_check *k, struct result *r)
{
    if (k->verdict == VERDICT_PASS)
        return;
    char *reason = r->verdict == k->verdict
                       ? xstrdup("")
                       : xasprintf("it was to be told as '%s', not as '%s'",
                                   verdict_name(k->verdict), verdict_name(r->verdict));
    r->verdict = r->verdict == k->verdict ? VERDICT_PASS : VERDICT_FAIL;
    free(r->reason);
    r->reason = reason;
}

/* Returns 0, or -1 with `*d` if the check could not be run. */
static int make_check(struct target *t, const struct smoke_checks *all, const struct smoke_check *k,
                      struct result_summary *sum, struct diag *d)
{
    struct suite_case c;
    struct result r;
    struct server_outcome end;
    uint32_t usual_ms = t->timeout_ms;
    int status = load_check(all, k, &c, d);
    char *misfit = status == 0 ? target_why_skipped(t, &c.scenario) : NULL;
    if (misfit) {
        judge_skip(t, &c, misfit, &r);
    } else if (status == 0) {
        if (k->verdict == VERDICT_TIMEOUT)
            t->timeout_ms = ENDLESS_MS;
        status = target_run(t, &c, &end, d);
        if (status == 0)
            judge(t, NULL, &c, &end, &r);
        if (status == 0)
            expect_verdict(k, &r);
        t->timeout_ms = usual_ms;
    }
    if (status == 0) {
        tell(k, &r);
        result_summary_count(sum, &r);
        result_release(&r);
    }
    unload_check(&c);
    return status;
}

static const struct smoke_checks *checks_for(const struct server_info *info)
{
    bool is_page = (info->layers & (LAYER_BIT(LAYER_NODE) | LAYER_BIT(LAYER_BROWSER))) ==
                   LAYER_BIT(LAYER_BROWSER);
    bool is_loop = !info->outside || (info->layers & LAYER_BIT(LAYER_CORE));
    return is_loop ? &smoke_loop : is_page ? &smoke_page : &smoke_process;
}

static int make_checks(struct target *t)
{
    const struct smoke_checks *all = checks_for(&t->info);
    struct diag d;
    struct result_summary sum = { 0 };
    text_line(stdout, "%s: %s %s, %s clock", t->spec, t->info.name, t->info.version,
              t->real_clock ? "real" : "virtual");
    for (size_t i = 0; i < all->count; i++) {
        const struct smoke_check *k = &all->check[i];
        if (k->only != SMOKE_ANYWHERE && k->only != all->where)
            continue;
        if (make_check(t, all, k, &sum, &d) < 0) {
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
