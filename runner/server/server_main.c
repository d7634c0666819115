/* server_main.c - the server's side: loads a backend once and forks a child per case.
 *
 * The happy path:
 *   1. load the backend and say hello;
 *   2. for each job, parse its program, and fork a child that runs it and records what it does;
 *   3. watch the child until it ends; answer.
 * A case that goes wrong ends its child, never the server: it takes too long, prints without end,
 * uses too much memory, exits, or dies of a signal. After every case the server kills all
 * processes that the case left running. */
#include "runner/server/server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"
#include "base/patient.h"
#include "host/host.h"
#include "runner/server/footprint.h"
#include "runner/server/server_inside.h"
#include "runner/server/orphans.h"

enum {
    CHECK_WITHOUT_PIDFD_MS = 2
}; /* how often to check for a case's end without pidfd (valgrind) */

/* ---- the child ---- */

void service_enter_case(const struct service *v, const struct server_job *job)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != v->pid)
        _exit(1); /* the server died before prctl(): no signal will come */
    setpgid(0, 0);
    interrupt_restore();
    close(v->control);
    close(v->output);
    assert(job->mutant == 0 || v->spec.class == BACKEND_REFERENCE);
    if (job->mutant)
        mutant_choose(&mutant_table[job->mutant - 1]);
}

struct host_config service_host(const struct service *v, const struct server_job *job)
{
    return (struct host_config){
        .program = v->program,
        .backend = v->backend,
        .args = v->spec.args,
        .profile = job->profile,
        .clock = job->real_clock ? WORLD_REAL : WORLD_VIRTUAL,
        .foreign = v->spec.class == BACKEND_PLUGIN,
        .begin_ns = job->begin_ns,
        .trace = v->trace,
        .schedule = job->schedule,
    };
}

static void run_case(const struct service *v, const struct server_job *job, void *unused)
{
    (void)unused;
    service_enter_case(v, job);
    struct host_config config = service_host(v, job);
    backend_host_of (&v->spec)(&config);
}

/* ---- watching it ---- */

void service_take_output(const struct service *v, struct watch *w, bool all)
{
    char bytes[4096];
    ssize_t n;
    while ((n = read(v->output, bytes, sizeof bytes)) > 0) {
        size_t room = sizeof w->out->output - 1;
        size_t keep = w->printed < room ? room - w->printed : 0;
        if (keep > (size_t)n)
            keep = (size_t)n;
        for (size_t i = 0; i < keep; i++) /* a NUL would hide what follows it */
            w->out->output[w->printed + i] = bytes[i] ? bytes[i] : '?';
        w->printed += (size_t)n;
        if (!all && w->printed > OUTPUT_MAX)
            return;
    }
}

enum server_end service_check_footprint(struct watch *w)
{
    uint64_t now = now_ns();
    if (now - w->looked_ns < CHECK_EVERY_MS * 1000000ull)
        return SERVER_DONE;
    w->looked_ns = now;
    struct footprint f = footprint_of(w->pid);
    return f.processes > FOOTPRINT_PROCESSES_MAX ? SERVER_PROCESSES
           : f.bytes > MEMORY_MAX                ? SERVER_MEMORY
                                                 : SERVER_DONE;
}

bool service_has_ended(pid_t pid)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* A child that plays many schedules has this long for each. */
static bool is_out_of_time(struct watch *w, uint64_t now)
{
    if (!deadline_is_over(&w->deadline, w->pid, now))
        return false;
    uint32_t runs = w->search ? search_runs(w->search) : w->runs;
    bool is_out_of_time = runs == w->runs;
    w->runs = runs;
    deadline_begin(&w->deadline, now, w->deadline.given_ns);
    return is_out_of_time;
}

/* Has the case used up its processor time? A busy machine does not shorten that. */
static bool is_out_of_processor_time(const struct watch *w)
{
    clockid_t clock;
    struct timespec used;
    if (w->processor_ns == 0 || clock_getcpuclockid(w->pid, &clock) != 0 ||
        clock_gettime(clock, &used) != 0)
        return false;
    return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec >= w->processor_ns;
}

enum server_end service_watch(const struct service *v, struct watch *w)
{
    for (;;) {
        uint64_t now = now_ns();
        if (is_out_of_time(w, now))
            return SERVER_TIMEOUT;
        uint64_t left_ms = (w->deadline.at_ns - now) / 1000000 + 1;
        uint64_t look_ms = w->pidfd < 0 ? CHECK_WITHOUT_PIDFD_MS : CHECK_EVERY_MS;
        struct pollfd pfd[3] = { { w->pidfd, POLLIN, 0 },
                                 { v->output, POLLIN, 0 },
                                 { w->asks, POLLIN, 0 } };
        int n = poll(pfd, 3, (int)(left_ms < look_ms ? left_ms : look_ms));
        if (n < 0 && errno != EINTR)
            return SERVER_TIMEOUT;
        if (pfd[1].revents)
            service_take_output(v, w, false);
        if (w->printed > OUTPUT_MAX)
            return SERVER_FLOOD;
        if (pfd[2].revents & POLLIN || pfd[0].revents ||
            (w->pidfd < 0 && service_has_ended(w->pid)))
            return SERVER_DONE;
        if (is_out_of_processor_time(w)) {
            w->out->code = (int)(w->processor_ns / 1000000);
            return SERVER_TIMEOUT;
        }
        enum server_end too_large = service_check_footprint(w);
        if (too_large != SERVER_DONE)
            return too_large;
    }
}

static void record_end(const struct service *v, struct watch *w, enum server_end end, int status)
{
    struct server_outcome *out = w->out;
    out->end = end;
    out->real_ns = now_ns() - w->began_ns;
    if (end != SERVER_DONE)
        return;
    if (WIFSIGNALED(status)) {
        out->end = SERVER_SIGNAL;
        out->code = WTERMSIG(status);
    } else if (WEXITSTATUS(status) != 0 || v->trace->outcome == OUTCOME_NONE) {
        out->end = SERVER_EXITED;
        out->code = WEXITSTATUS(status);
    }
}

void service_cannot_run(const struct service *v, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    v->trace->outcome = OUTCOME_ERROR;
    vsnprintf(v->trace->message, sizeof v->trace->message, fmt, args);
    va_end(args);
}

void service_lacks_process(const struct service *v)
{
    snprintf(v->trace->shortage, sizeof v->trace->shortage, "no process for the case: %s",
             strerror(errno));
    service_cannot_run(v, "%s", v->trace->shortage);
}

bool service_start(const struct service *v, const struct server_job *job, struct watch *w,
                   service_child *run, void *arg)
{
    int held = orphans_kill(); /* of earlier cases, if they could not be killed then */
    if (held > 0) {
        service_cannot_run(v, "processes that an earlier case left cannot be ended: %d", held);
        return false;
    }
    w->began_ns = w->looked_ns = now_ns();
    w->processor_ns = job->processor_ms * 1000000ull;
    deadline_begin(&w->deadline, w->began_ns, job->timeout_ms * 1000000ull);
    w->pid = fork();
    if (w->pid == 0) {
        run(v, job, arg);
        abort(); /* a host never returns */
    }
    if (w->pid < 0) {
        service_lacks_process(v);
        return false;
    }
    setpgid(w->pid, w->pid); /* in the child, too: whichever runs first */
    w->pidfd = (int)syscall(SYS_pidfd_open, w->pid, 0);
    return true;
}

void service_finish(const struct service *v, struct watch *w, enum server_end end)
{
    int status = 0;
    /* Killing the group kills all of its processes at once, so that those which fork for ever
     * cannot escape. */
    if (end != SERVER_DONE)
        kill(-w->pid, SIGKILL);
    if (end != SERVER_DONE)
        kill(w->pid, SIGKILL);
    /* A case may leave processes behind, in its own process group or out of it. */
    w->out->orphans = orphans_reap(w->pid, &status);
    if (w->pidfd >= 0)
        close(w->pidfd);
    record_end(v, w, end, status);
    w->out->orphans += orphans_kill();
    kill(-w->pid, SIGKILL);
    orphans_kill();
    service_take_output(v, w, true);
}

static void serve(const struct service *v, const struct server_job *job, struct server_outcome *out)
{
    struct watch w = { .out = out, .asks = -1 };
    if (service_start(v, job, &w, run_case, NULL))
        service_finish(v, &w, service_watch(v, &w));
}

/* ---- the service ---- */

static int say_hello(struct service *v, const char *spec)
{
    struct wire_hello hello = { .failed = true };
    bool known = backend_spec_parse(spec, &v->spec, &hello.diag) == 0;
    if (known && backend_is_outside(&v->spec))
        hello.failed = service_open_runtime(v, &hello.info, &hello.diag) < 0;
    else if (known)
        v->backend = backend_load(&v->spec, &hello.diag);
    if (v->backend) {
        hello.failed = false;
        hello.info.can = v->backend->can;
        hello.info.plugin = v->spec.class == BACKEND_PLUGIN;
        snprintf(hello.info.name, sizeof hello.info.name, "%s", v->backend->name);
        snprintf(hello.info.version, sizeof hello.info.version, "%s", v->backend->version());
        hello.info.ring = backend_spec_asks_ring(&v->spec);
        if (hello.info.ring)
            snprintf(hello.info.why_real, sizeof hello.info.why_real,
                     "hands its file calls to io_uring, which keeps to the real one");
    }
    return patient_write(v->control, &hello, sizeof hello) < 0 || hello.failed ? -1 : 0;
}

/* Read what follows the head of a job, and set the job's pointers to it and to `*schedule`. The
 * result is to be freed after the job. NULL if the runner has gone. */
static char *read_rest(const struct service *v, struct wire_job *wire, struct schedule *schedule)
{
    struct server_job *job = &wire->job;
    size_t steps = wire->steps * sizeof *schedule->step, size = wire->file_size + job->length;
    char *rest = xcalloc(steps + size + 1, 1); /* the text ends with a NUL */
    *schedule = (struct schedule){ (struct schedule_step *)(void *)rest, wire->steps };
    job->schedule = job->schedule ? schedule : NULL;
    job->file = rest + steps;
    job->source = job->file + wire->file_size;
    if (wire_read(v->control, rest, steps + size) == 0)
        return rest;
    free(rest);
    return NULL;
}

static int serve_batch(const struct service *v, const struct server_job *job)
{
    struct server_batch_result result[SERVER_BATCH_MAX];
    service_run_batch(v, job, result);
    return patient_write(v->control, result, job->batch.count * sizeof result[0]);
}

int service_answer(const struct service *v, struct server_outcome *out)
{
    out->printed = (uint32_t)strlen(out->output);
    return patient_write(v->control, out, offsetof(struct server_outcome, output) + out->printed);
}

static int serve_case(struct service *v, const struct server_job *job)
{
    struct server_outcome out = { .end = SERVER_DONE };
    if (v->backend)
        serve(v, job, &out);
    else
        service_run_outside(v, job, &out);
    return service_answer(v, &out) < 0 ? -1 : service_send_labels(v, &out);
}

/* Parsed here and not in the child: what the parser touches, no child need touch again. */
static void parse_program(struct service *v, const struct server_job *job)
{
    struct diag d;
    v->program = program_parse(job->file, job->source, job->length, &d);
    assert(v->program); /* the runner has parsed it before */
}

static int serve_jobs(struct service *v)
{
    struct wire_job wire;
    struct schedule schedule;
    int status = 0;
    while (status == 0 && wire_read(v->control, &wire, sizeof wire) == 0) {
        char *rest = read_rest(v, &wire, &schedule);
        if (!rest)
            return SERVER_GAVE_UP;
        if (v->backend && wire.job.batch.count == 0)
            parse_program(v, &wire.job);
        status = wire.job.batch.count > 0     ? serve_batch(v, &wire.job)
                 : wire.job.explore.bound > 0 ? service_explore(v, &wire.job)
                                              : serve_case(v, &wire.job);
        program_free(v->program);
        v->program = NULL;
        free(rest);
    }
    return status == 0 && errno == 0 ? 0 : SERVER_GAVE_UP;
}

int server_main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    struct service v = { .control = atoi(argv[3]), .output = atoi(argv[5]), .pid = getpid() };
    fcntl(v.control, F_SETFD, FD_CLOEXEC);
    fcntl(v.output, F_SETFD, FD_CLOEXEC);
    /* What else is open belongs to whoever started us. A child of a case would inherit it. */
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    unsetenv("LD_BIND_NOW"); /* it was meant for this process, not for programs that cases start */
    orphans_adopt();
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    /* Cases about full batches of events need more descriptors than the usual limit. */
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    v.trace = trace_map(atoi(argv[4]));
    if (!v.trace)
        return 4;
    close(atoi(argv[4])); /* backends and the programs they start must not inherit it */
    int status = say_hello(&v, argv[2]) < 0 ? 0 : serve_jobs(&v);
    service_close_runtime(&v);
    trace_unmap(v.trace);
    return status;
}
