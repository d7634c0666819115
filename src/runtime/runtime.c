#include "runtime/runtime.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/reap.h"
#include "base/now.h"

enum {
    HELLO_MS = 30 * 1000,
    EXIT_MS = 2 * 1000,    /* for an adapter to exit after its input has ended */
    LINE_MAX = 1 << 16,    /* bytes of a message */
    HEARD_MAX = 256 << 20, /* bytes of all messages of one run */
    NEW_LABELS_MAX = 10 * 1000,
};

struct runtime {
    pid_t pid;
    int in, out; /* our ends of the adapter's input and output */
    struct runtime_info info;
    char *world;   /* see find_world() */
    char *request; /* the line that asks for the run */
    size_t request_sent, request_length;
    char heard[LINE_MAX];
    size_t heard_count;
    /* the current run */
    int64_t id;
    uint64_t began_ns;
    size_t bytes;
    bool waits;
    uint32_t labels_known;
    struct trace *trace;
    struct label_table *labels;
};

__attribute__((format(printf, 3, 4))) static enum runtime_state
end_run(struct runtime_end *end, enum runtime_state state, const char *fmt, ...)
{
    va_list args;
    end->state = state;
    va_start(args, fmt);
    vsnprintf(end->reason, sizeof end->reason, fmt, args);
    va_end(args);
    return state;
}

/* ---- the process ---- */

_Noreturn static void become_adapter(const struct find_command *command, int in, int out,
                                     pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1); /* the parent died before PR_SET_PDEATHSIG */
    setpgid(0, 0);
    static const int usual[] = { SIGPIPE, SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < ARRAY_SIZE(usual); i++)
        signal(usual[i], SIG_DFL);
    dup2(in, 0);
    dup2(out, 1);
    execv(command->word[0], command->word);
    fprintf(stderr, "%s: %s\n", command->word[0], strerror(errno));
    _exit(127);
}

static int launch(struct runtime *r, const struct find_command *command, struct diag *d)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 };
    pid_t parent = getpid();
    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0) {
        close(in[0]);
        close(in[1]);
        return diag_system(d, NULL, "cannot start an adapter: %s", strerror(errno));
    }
    signal(SIGPIPE, SIG_IGN); /* a dead adapter is noticed when it is read from */
    r->pid = fork();
    if (r->pid == 0)
        become_adapter(command, in[0], out[1], parent);
    close(in[0]);
    close(out[1]);
    r->in = in[1];
    r->out = out[0];
    if (r->pid < 0)
        return diag_system(d, NULL, "cannot fork: %s", strerror(errno));
    setpgid(r->pid, r->pid); /* in parent and child, since either may come first */
    fcntl(r->in, F_SETFL, O_NONBLOCK);
    fcntl(r->out, F_SETFL, O_NONBLOCK);
    return 0;
}

/* The signal that ended it, or that ended its command if it is a shell; 0: none. */
static int killing_signal(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status);
    return WEXITSTATUS(status) > 128 ? WEXITSTATUS(status) - 128 : 0;
}

/* It has ended or is about to; describe how. */
static enum runtime_state describe_death(struct runtime *r, struct runtime_end *end)
{
    assert(r->pid > 0); /* -1 once it was reaped, and kill(1) is somebody else */
    int status = 0;
    bool exited = reap_within(r->pid, &status, EXIT_MS);
    kill(-r->pid, SIGKILL);
    if (!exited)
        reap_killed(r->pid);
    r->pid = -1;
    end->code = killing_signal(status);
    if (WIFSIGNALED(status))
        return end_run(end, RUNTIME_DIED, "the adapter was killed by SIG%s",
                       sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status)) : "?");
    return end_run(end, RUNTIME_DIED, "the adapter exited with %d", WEXITSTATUS(status));
}

void runtime_close(struct runtime *r)
{
    if (!r)
        return;
    close(r->in); /* an adapter exits at the end of its input */
    close(r->out);
    if (r->pid > 0) {
        bool exited = reap_within(r->pid, NULL, r->trace ? 0 : EXIT_MS);
        kill(-r->pid, SIGKILL);
        if (!exited)
            reap_killed(r->pid);
    }
    free(r->request);
    free(r->world);
    free(r);
}

/* ---- reading ---- */

static int label_of(struct runtime *r, const char *label, uint32_t *id, struct runtime_end *end)
{
    *id = label_table_add(r->labels, label);
    if (r->labels->count - r->labels_known <= NEW_LABELS_MAX)
        return 0;
    end_run(end, RUNTIME_NONSENSE,
            "the adapter logged more than %d labels that the scenario has not", NEW_LABELS_MAX);
    return -1;
}

static enum runtime_state take_log(struct runtime *r, const struct message *m,
                                   struct runtime_end *end)
{
    uint32_t id;
    struct trace *t = r->trace;
    if (t->count == TRACE_EVENTS_MAX)
        return end_run(end, RUNTIME_FULL, "%s", "");
    if (label_of(r, m->label, &id, end) < 0)
        return end->state;
    /* Without a time from the adapter, a log is late by the time that the line took to arrive. */
    uint64_t at = m->has_time ? m->at_ns : now_ns() - r->began_ns;
    uint64_t last = t->count ? t->event[t->count - 1].at_ns : 0;
    t->event[t->count++] = (struct trace_event){ .at_ns = at > last ? at : last,
                                                 .value = m->value,
                                                 .label = id & 0xffffff,
                                                 .kind = m->has_value ? TRACE_OBSERVE : TRACE_LOG };
    t->end_ns = at > last ? at : last;
    if (m->held_ns > t->cpu_delay_ns)
        t->cpu_delay_ns = m->held_ns;
    return RUNTIME_GOING;
}

static enum runtime_state take_wait(struct runtime *r, struct runtime_end *end)
{
    if (r->trace->count > 0)
        return end_run(end, RUNTIME_NONSENSE, "the adapter asked for time after its first log");
    r->waits = true;
    return RUNTIME_GOING;
}

static enum runtime_state take_end(const struct message *m, struct runtime_end *end)
{
    if (m->overtime)
        return end_run(end, RUNTIME_OVERTIME, "%s", "");
    if (m->stuck)
        return end_run(end, RUNTIME_STUCK, "every thread sleeps, and no timer is set");
    end->code = m->signal;
    return end_run(end, m->signal ? RUNTIME_SIGNAL : RUNTIME_ENDED, "%s", "");
}

static enum runtime_state take_message(struct runtime *r, const struct message *m,
                                       struct runtime_end *end)
{
    if (m->kind == MESSAGE_HELLO)
        return end_run(end, RUNTIME_NONSENSE, "the adapter said hello in the middle of a run");
    if (m->id != r->id)
        return end_run(end, RUNTIME_NONSENSE,
                       "the adapter spoke of run %lld while run %lld was under way",
                       (long long)m->id, (long long)r->id);
    switch (m->kind) {
    case MESSAGE_WAIT: return take_wait(r, end);
    case MESSAGE_LOG: return take_log(r, m, end);
    case MESSAGE_END: return take_end(m, end);
    case MESSAGE_UNSUPPORTED: return end_run(end, RUNTIME_UNSUPPORTED, "%s", m->reason);
    default: return end_run(end, RUNTIME_ERROR, "%s", m->reason);
    }
}

/* Read more from the adapter: the number of bytes; 0: nothing yet; -1: nothing will ever come. */
static ssize_t read_more(struct runtime *r)
{
    ssize_t n = read(r->out, r->heard + r->heard_count, sizeof r->heard - r->heard_count);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (n <= 0)
        return -1;
    r->heard_count += (size_t)n;
    r->bytes += (size_t)n;
    return n;
}

/* The next whole line: `*length` bytes before the newline; NULL if there is none. */
static const char *next_line(const struct runtime *r, size_t from, size_t *length)
{
    const char *line = r->heard + from;
    const char *end = memchr(line, '\n', r->heard_count - from);
    *length = end ? (size_t)(end - line) : 0;
    return end ? line : NULL;
}

static void forget_heard(struct runtime *r, size_t count)
{
    r->heard_count -= count;
    memmove(r->heard, r->heard + count, r->heard_count);
}

/* Process every whole line, up to the one that ends the run. */
static enum runtime_state take_lines(struct runtime *r, struct runtime_end *end)
{
    enum runtime_state state = RUNTIME_GOING;
    struct message m;
    size_t from = 0, length;
    char why[200];
    for (const char *line; state == RUNTIME_GOING && (line = next_line(r, from, &length));) {
        state = message_parse(line, length, &m, why) < 0
                    ? end_run(end, RUNTIME_NONSENSE, "the adapter sent %s", why)
                    : take_message(r, &m, end);
        from += length + 1;
    }
    forget_heard(r, from);
    if (state == RUNTIME_GOING && r->heard_count == sizeof r->heard)
        return end_run(end, RUNTIME_NONSENSE, "the adapter sent a line of more than %d bytes",
                       LINE_MAX);
    if (state == RUNTIME_GOING && r->bytes > HEARD_MAX)
        return end_run(end, RUNTIME_NONSENSE, "the adapter sent more than %d MiB", HEARD_MAX >> 20);
    return state;
}

static int hear_hello(struct runtime *r, struct diag *d)
{
    struct runtime_end end = { .state = RUNTIME_GOING };
    struct message m;
    char why[200];
    size_t length;
    uint64_t deadline = now_ns() + HELLO_MS * 1000000ull;
    static const char hint[] =
        "try the command by itself; src/runtime/README.md says what an adapter "
        "prints first";
    while (!next_line(r, 0, &length)) {
        struct pollfd pfd = { r->out, POLLIN, 0 };
        if (r->heard_count == sizeof r->heard)
            return diag_system(d, NULL, "the adapter sent a line of more than %d bytes", LINE_MAX);
        if (now_ns() >= deadline)
            return diag_system(d, hint, "the adapter did not say hello in %d s", HELLO_MS / 1000);
        poll(&pfd, 1, 100);
        if (pfd.revents && read_more(r) < 0) {
            describe_death(r, &end);
            return diag_system(d, hint, "%s before it said hello", end.reason);
        }
    }
    if (message_parse(r->heard, length, &m, why) < 0)
        return diag_system(d, NULL, "the adapter sent %s", why);
    if (m.kind != MESSAGE_HELLO)
        return diag_system(d, hint, "the adapter did not begin with its hello");
    r->info = m.hello;
    forget_heard(r, length + 1);
    return 0;
}

struct runtime *runtime_open(const struct find_command *command, struct diag *d)
{
    struct runtime *r = xcalloc(1, sizeof *r);
    r->pid = r->in = r->out = -1;
    r->world = find_world();
    if (launch(r, command, d) == 0 && hear_hello(r, d) == 0)
        return r;
    if (r->pid > 0)
        kill(-r->pid, SIGKILL);
    runtime_close(r);
    return NULL;
}

const struct runtime_info *runtime_info(const struct runtime *r)
{
    return &r->info;
}

pid_t runtime_pid(const struct runtime *r)
{
    return r->pid;
}

/* ---- a run ---- */

void runtime_begin(struct runtime *r, const struct scenario *s, const char *file,
                   const struct message_way *way, struct trace *trace, struct label_table *labels)
{
    assert(!r->trace);
    r->id++;
    r->began_ns = now_ns();
    r->bytes = 0;
    r->waits = false;
    r->trace = trace;
    r->labels = labels;
    r->labels_known = (uint32_t)labels->count;
    free(r->request);
    struct message_way whole = *way;
    whole.world = r->world;
    r->request = message_run(r->id, s, file, &whole);
    r->request_length = strlen(r->request);
    r->request_sent = 0;
}

uint32_t runtime_wait_ms(const struct runtime *r)
{
    return r->waits ? RUNTIME_WAIT_MS : 0;
}

static bool has_more_to_say(const struct runtime *r)
{
    return r->request_sent < r->request_length;
}

void runtime_poll(const struct runtime *r, struct pollfd pfd[RUNTIME_POLLS])
{
    pfd[0] = (struct pollfd){ r->out, POLLIN, 0 };
    pfd[1] = (struct pollfd){ has_more_to_say(r) ? r->in : -1, POLLOUT, 0 };
}

/* Errors are ignored: an adapter that does not read is noticed by its silence, a dead one by the
 * end of its output. */
static void send_more(struct runtime *r)
{
    while (has_more_to_say(r)) {
        ssize_t n = write(r->in, r->request + r->request_sent, r->request_length - r->request_sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN)
            r->request_sent = r->request_length;
        if (n <= 0)
            return;
        r->request_sent += (size_t)n;
    }
}

enum runtime_state runtime_step(struct runtime *r, struct runtime_end *end)
{
    send_more(r);
    *end = (struct runtime_end){ .state = RUNTIME_GOING };
    ssize_t more = read_more(r);
    enum runtime_state state = take_lines(r, end);
    if (state == RUNTIME_GOING && more < 0)
        state = describe_death(r, end);
    if (state != RUNTIME_GOING)
        r->trace = NULL;
    return state;
}
