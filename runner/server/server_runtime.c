/* server_runtime.c - the server runs cases on a runtime in another process, such as Node.
 *
 * The runtime is driven by an adapter: a program that speaks the protocol of runtime/runtime.h.
 * The happy path:
 *   1. the server starts the adapter once; the adapter says hello;
 *   2. for each case the server sends the scenario, and records the logs that come back;
 *   3. the adapter reports how the run ended.
 * If the adapter does not report in time (the case's time-out and GRACE_MS, and what
 * runtime_wait_ms() adds while the adapter starts something), the server kills what it has started,
 * takes what it still reports, and kills it. An adapter that failed in any way is killed, too, and
 * the next case starts a new one: otherwise late messages could be taken for the next case's. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"
#include "base/patient.h"
#include "runner/server/server_inside.h"
#include "runner/server/orphans.h"

enum { GRACE_MS = 2 * 1000 }; /* after the case's time-out: for the adapter to end it by itself */

/* ---- the adapter ---- */

static int find_command(struct service *v, struct diag *d)
{
    if (v->spec.class == BACKEND_RUNTIME)
        return find_runtime(&v->command, v->spec.name, v->spec.path, d);
    find_shell(&v->command, v->spec.path);
    return 0;
}

/* What the adapter printed before it ended may explain why it does not start. */
static void add_output(const struct service *v, struct diag *d)
{
    struct server_outcome said = { 0 };
    struct watch w = { .out = &said };
    service_take_output(v, &w, true);
    said.output[strcspn(said.output, "\n")] = '\0';
    if (said.output[0])
        snprintf(d->hint, sizeof d->hint, "it printed: %.200s", said.output);
}

int service_open_runtime(struct service *v, struct server_info *info, struct diag *d)
{
    if (!v->command.word[0] && find_command(v, d) < 0)
        return -1;
    v->runtime = runtime_open(&v->command, d);
    if (!v->runtime) {
        add_output(v, d);
        return -1;
    }
    const struct runtime_info *about = runtime_info(v->runtime);
    *info = (struct server_info){
        .can = about->can, .layers = about->layers, .lacks = about->lacks, .outside = true
    };
    snprintf(info->name, sizeof info->name, "%s", about->name);
    snprintf(info->version, sizeof info->version, "%s", about->version);
    snprintf(info->profile, sizeof info->profile, "%s", about->profile);
    snprintf(info->why_real, sizeof info->why_real, "%s", about->why_real);
    return 0;
}

static void end_runtime(struct service *v)
{
    if (v->runtime && runtime_pid(v->runtime) > 0)
        kill(-runtime_pid(v->runtime), SIGKILL);
    runtime_close(v->runtime);
    v->runtime = NULL;
}

void service_close_runtime(struct service *v)
{
    runtime_close(v->runtime);
    v->runtime = NULL;
    find_release(&v->command);
    label_table_release(&v->labels);
}

/* ---- a case ---- */

/* How the adapter's answer maps to the server's outcome and to the trace's. */
/* clang-format off */
static const struct {
    enum server_end end;
    enum trace_outcome outcome;
    bool ends_adapter; /* the adapter cannot be trusted with another case */
} endings[] = {
    [RUNTIME_ENDED]       = { SERVER_DONE,        OUTCOME_FINISHED, false },
    [RUNTIME_OVERTIME]    = { SERVER_TIMEOUT,     OUTCOME_NONE,     false },
    [RUNTIME_STUCK]       = { SERVER_DONE,        OUTCOME_STUCK,    false },
    [RUNTIME_SIGNAL]      = { SERVER_SIGNAL,      OUTCOME_NONE,     false },
    [RUNTIME_UNSUPPORTED] = { SERVER_UNSUPPORTED, OUTCOME_NONE,     false },
    [RUNTIME_ERROR]       = { SERVER_DONE,        OUTCOME_ERROR,    false },
    [RUNTIME_FULL]        = { SERVER_DONE,        OUTCOME_FULL,     true  },
    [RUNTIME_NONSENSE]    = { SERVER_DONE,        OUTCOME_ERROR,    true  },
    [RUNTIME_DIED]        = { SERVER_BROKEN,      OUTCOME_NONE,     true  },
};
/* clang-format on */

static void record_end(struct service *v, struct watch *w, const struct runtime_end *end)
{
    assert(end->state != RUNTIME_GOING);
    assert(end->state < ARRAY_SIZE(endings));
    w->out->end = endings[end->state].end;
    w->out->code = end->code;
    v->trace->outcome = endings[end->state].outcome;
    snprintf(v->trace->message, sizeof v->trace->message, "%s", end->reason);
    if (endings[end->state].ends_adapter)
        end_runtime(v);
}

/* Wait until the run has ended (true) or must be ended (false; `w->out->end` says why). */
static bool watch_run(struct service *v, struct watch *w, struct runtime_end *end)
{
    for (;;) {
        uint64_t now = now_ns();
        struct pollfd pfd[RUNTIME_POLLS + 1];
        runtime_poll(v->runtime, pfd);
        pfd[RUNTIME_POLLS] = (struct pollfd){ v->output, POLLIN, 0 };
        int n = poll(pfd, RUNTIME_POLLS + 1, CHECK_EVERY_MS);
        if (runtime_step(v->runtime, end) != RUNTIME_GOING)
            return true;
        service_take_output(v, w, false);
        uint64_t own_ns = now - runtime_wait_ms(v->runtime) * 1000000ull;
        w->out->end = w->printed > OUTPUT_MAX                          ? SERVER_FLOOD
                      : deadline_is_over(&w->deadline, w->pid, own_ns) ? SERVER_TIMEOUT
                      : n < 0 && errno != EINTR                        ? SERVER_TIMEOUT
                                                                       : service_check_footprint(w);
        if (w->out->end != SERVER_DONE)
            return false;
    }
}

/* An adapter measures the time on its own, and on a busy machine later than we do. Once the process
 * that performs the scenario has ended, the adapter sends what was recorded. */
static void take_trace(struct service *v, struct watch *w)
{
    struct runtime_end end;
    orphans_kill_of(w->pid);
    deadline_begin(&w->deadline, now_ns(), GRACE_MS * 1000000ull);
    watch_run(v, w, &end);
    w->out->end = SERVER_TIMEOUT;
}

static void run_scenario(struct service *v, const struct server_job *job, const struct scenario *s,
                         struct watch *w)
{
    struct runtime_end end;
    label_table_release(&v->labels);
    label_table_init(&v->labels, s->labels);
    const struct message_way way = { .real_clock = job->real_clock,
                                     .begin_ns = job->begin_ns,
                                     .timeout_ms = job->timeout_ms,
                                     .share = job->share && s->program &&
                                              program_may_share(s->program) };
    runtime_begin(v->runtime, s, job->file, &way, v->trace, &v->labels);
    w->pid = runtime_pid(v->runtime);
    if (watch_run(v, w, &end)) {
        record_end(v, w, &end);
    } else {
        if (w->out->end == SERVER_TIMEOUT)
            take_trace(v, w);
        end_runtime(v);
    }
    w->out->new_labels = (uint32_t)v->labels.count - s->labels.count;
}

void service_run_outside(struct service *v, const struct server_job *job,
                         struct server_outcome *out)
{
    struct diag d;
    struct scenario s;
    struct server_info ignored;
    struct watch w = { .out = out };
    int parsed = scenario_parse(&s, job->file, job->source, job->length, &d);
    assert(parsed == 0); /* the runner has parsed it before */
    bool is_open = v->runtime || service_open_runtime(v, &ignored, &d) == 0;
    w.began_ns = now_ns();    /* after the adapter's start, which does not count */
    w.looked_ns = w.began_ns; /* most cases end before their memory needs a check */
    deadline_begin(&w.deadline, w.began_ns, (job->timeout_ms + GRACE_MS) * 1000000ull);
    if (is_open) {
        run_scenario(v, job, &s, &w);
    } else {
        v->trace->outcome = OUTCOME_ERROR;
        snprintf(v->trace->message, sizeof v->trace->message, "%.200s", d.message);
    }
    out->real_ns = now_ns() - w.began_ns;
    orphans_kill_except(v->runtime ? runtime_pid(v->runtime) : 0);
    service_take_output(v, &w, true);
    scenario_release(&s);
}

int service_send_labels(const struct service *v, const struct server_outcome *out)
{
    for (size_t i = v->labels.count - out->new_labels; i < v->labels.count; i++) {
        char label[WIRE_LABEL_SIZE] = "";
        snprintf(label, sizeof label, "%s", v->labels.text[i]);
        if (patient_write(v->control, label, sizeof label) < 0)
            return -1;
    }
    return 0;
}
