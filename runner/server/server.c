/* server.c - the runner's side: starts servers, sends them jobs, takes their answers.
 * Messages are plain structs on a socket, without conversion: both sides are this program. */
#include "runner/server/server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load/load.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/now.h"
#include "base/patient.h"
#include "base/reap.h"
#include "runner/server/orphans.h"
#include "runner/server/scratch.h"
#include "runner/server/server_inside.h"

enum {
    HELLO_TIMEOUT_MS = 60 * 1000,
    HELLO_CHECK_MS = 100, /* how often to check for an interrupt meanwhile */
    GRACE_MS = 5 * 1000,  /* after the case's time: for the server to kill the case and answer */
    EXIT_MS = 2 * 1000,   /* for a server to exit after its socket was closed */
};

struct server {
    char *spec;
    struct backend_spec parsed;
    pid_t pid;
    int control; /* our end of the socket; -1 once the server is lost */
    int output;  /* pipe with what the server and its cases print */
    int trace_fd;
    struct trace *trace;
    struct server_info info;
    bool busy;                     /* a job is under way */
    struct labels labels;          /* of its scenario; borrowed */
    struct label_table more;       /* these and new ones, if the case logged new ones; else empty */
    char folder[SCRATCH_PATH_MAX]; /* TMPDIR of its cases; "" for none */
    uint32_t batch_count;          /* programs of the batch under way; 0: the job is a case */
    struct deadline deadline;      /* server_watch() kills the server then */
    struct server *next_server;    /* the next server of the same backend, or NULL; owned */
};

int wire_read(int fd, void *data, size_t size)
{
    char *to = data;
    while (size > 0) {
        ssize_t n = patient_read(fd, to, size);
        if (n == 0)
            errno = 0;
        if (n <= 0)
            return -1;
        to += n;
        size -= (size_t)n;
    }
    return 0;
}

/* ---- starting ---- */

/* The dynamic loader looks for the name libuv.so.1. If the user's file has another name, a
 * temporary folder gets a link libuv.so.1 to it. The folder is removed after the hello. */
struct loader_path {
    char folder[SCRATCH_PATH_MAX]; /* "" when the library has the right name */
    char *value;                   /* of LD_LIBRARY_PATH */
};

static int link_library(struct loader_path *lp, const char *full, struct diag *d)
{
    char link[sizeof lp->folder + 16];
    if (scratch_make(lp->folder, d) < 0)
        return -1;
    snprintf(link, sizeof link, "%s/libuv.so.1", lp->folder);
    if (symlink(full, link) == 0)
        return 0;
    return diag_system(d, NULL, "cannot make '%s': %s", link, strerror(errno));
}

static int loader_path_init(struct loader_path *lp, const char *library, struct diag *d)
{
    const char *old = getenv("LD_LIBRARY_PATH");
    char *full = mem_of(realpath(library, NULL));
    if (!full)
        return diag_system(d, NULL, "cannot find '%s'", library);
    char *copy = xstrdup(library);
    const char *slash = strrchr(library, '/');
    bool has_name = strcmp(slash ? slash + 1 : library, "libuv.so.1") == 0;
    int result = has_name ? 0 : link_library(lp, full, d);
    lp->value = xasprintf("%s%s%s", has_name ? dirname(copy) : lp->folder, old && *old ? ":" : "",
                          old ? old : "");
    free(full);
    free(copy);
    return result;
}

static void loader_path_release(struct loader_path *lp)
{
    if (lp->folder[0])
        scratch_remove(lp->folder);
    free(lp->value);
}

/* In the child: become the server. The command line has the numbers of its descriptors. */
_Noreturn static void become_server(const struct server *s, const char *library_path, int control,
                                    int output[2])
{
    char number[3][16];
    int kept[3] = { control, s->trace_fd, output[0] };
    for (int i = 0; i < 3; i++) {
        fcntl(kept[i], F_SETFD, 0);
        snprintf(number[i], sizeof number[i], "%d", kept[i]);
    }
    int null = open("/dev/null", O_RDONLY);
    dup2(null, 0);
    dup2(output[1], 1);
    dup2(output[1], 2);
    /* LD_BIND_NOW resolves symbols once in the server, not again in each case's child. Not for a
     * libuv of the user's choice: an older one may not have functions that no case calls. */
    int failed = s->folder[0] ? setenv("TMPDIR", s->folder, 1) : 0;
    if (library_path)
        failed |= setenv("LD_LIBRARY_PATH", library_path, 1);
    else
        failed |= setenv("LD_BIND_NOW", "1", 1);
    if (failed)
        mem_ran_out();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int sig = 1; sig < NSIG; sig++)
        signal(sig, SIG_DFL); /* whoever started this program may have ignored some */
    interrupt_ignore();
    /* Resolve the link here: under valgrind, executing /proc/self/exe itself runs valgrind. But a
     * program that was replaced while it ran, as by a build, has no path any more. */
    char self[4096] = "/proc/self/exe";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        self[length] = '\0';
        execl(self, "loopspec", "--server", s->spec, number[0], number[1], number[2], (char *)NULL);
    }
    if (errno == ENOENT)
        execl("/proc/self/exe", "loopspec", "--server", s->spec, number[0], number[1], number[2],
              (char *)NULL);
    /* explain_silence() in the parent reads this. */
    fprintf(stderr, "cannot start this program again: %s: %s%s\n", self, strerror(errno),
            length < 0 ? "; is /proc mounted?" : "");
    _exit(127);
}

static int launch(struct server *s, const char *library_path, struct diag *d)
{
    int control[2], output[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) < 0)
        return diag_system(d, NULL, "cannot start a server: %s", strerror(errno));
    if (pipe2(output, O_CLOEXEC | O_NONBLOCK) < 0) {
        close(control[0]);
        close(control[1]);
        return diag_system(d, NULL, "cannot start a server: %s", strerror(errno));
    }
    fflush(NULL);
    s->pid = fork();
    if (s->pid == 0)
        become_server(s, library_path, control[1], output);
    close(control[1]);
    close(output[1]);
    s->control = control[0];
    s->output = output[0];
    return s->pid < 0 ? diag_system(d, NULL, "cannot fork: %s", strerror(errno)) : 0;
}

/* Returns the exit status, or -1 if a signal ended it. Destructors of a plug-in may hang, so the wait
 * is short. */
static int reap(pid_t pid)
{
    int status = -1;
    if (!reap_within(pid, &status, EXIT_MS))
        reap_killed(pid);
    return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The server ended or hangs without a hello. What it printed says why: most often the dynamic
 * loader's message. */
static int explain_silence(struct server *s, bool late, struct diag *d)
{
    char said[400] = "";
    if (late)
        kill(s->pid, SIGKILL);
    reap(s->pid);
    s->pid = -1;
    ssize_t n = read(s->output, said, sizeof said - 1);
    said[n > 0 ? n : 0] = '\0';
    if (mem_ends_with_report(said))
        mem_ran_out();
    said[strcspn(said, "\n")] = '\0';
    return diag_system(d, NULL, "backend '%s' does not load: %s", s->spec,
                       late      ? "it did not answer in time"
                       : said[0] ? said
                                 : "it died");
}

/* True if there is something to read: the hello, or the end of the stream. */
static bool await_hello(const struct server *s)
{
    struct pollfd pfd = { s->control, POLLIN, 0 };
    for (int ms = 0; ms < HELLO_TIMEOUT_MS && !interrupt_is_pending(); ms += HELLO_CHECK_MS)
        if (poll(&pfd, 1, HELLO_CHECK_MS) != 0)
            return true;
    return false;
}

static int read_hello(struct server *s, struct diag *d)
{
    struct wire_hello hello;
    bool late = !await_hello(s);
    if (late || wire_read(s->control, &hello, sizeof hello) < 0)
        return explain_silence(s, late, d);
    if (hello.failed) {
        *d = hello.diag;
        return -1;
    }
    s->info = hello.info;
    return 0;
}

/* Returns the server's exit status, or -1. */
static int shut(struct server *s)
{
    int status = -1;
    /* A busy server would finish its case before it notices the closed socket. What the case has
     * started must not outlive it: it may still write into the folder, which is removed next. */
    if (s->busy && s->pid > 0)
        orphans_kill_below(s->pid);
    s->busy = false;
    if (s->control >= 0)
        close(s->control);
    if (s->output >= 0)
        close(s->output);
    if (s->pid > 0)
        status = reap(s->pid);
    s->control = s->output = -1;
    s->pid = -1;
    return status;
}

static bool needs_loader_path(const struct server *s)
{
    return s->parsed.class == BACKEND_LIBUV && s->parsed.path[0];
}

int server_greet(struct server *s, struct diag *d)
{
    struct loader_path lp = { .value = NULL };
    bool needs_path = needs_loader_path(s);
    int result = needs_path ? loader_path_init(&lp, s->parsed.path, d) : 0;
    if (result == 0 && s->control < 0)
        result = launch(s, lp.value, d);
    if (result == 0)
        result = read_hello(s, d);
    loader_path_release(&lp);
    if (result < 0)
        shut(s);
    return result;
}

struct server *server_begin(const char *spec, struct diag *d)
{
    struct server *s = xcalloc(1, sizeof *s);
    s->spec = xstrdup(spec);
    s->control = s->output = s->pid = -1;
    s->trace_fd = -1;
    if (backend_spec_parse(spec, &s->parsed, d) < 0)
        goto failed;
    /* Cases leave files wherever they are ended; they shall do so in a place that goes with the
     * server. Of a loop in this program few cases make any: these will say what is missing. */
    struct diag unused;
    bool needs_folder = backend_is_outside(&s->parsed);
    if (scratch_make(s->folder, needs_folder ? d : &unused) < 0 && needs_folder)
        goto failed;
    s->trace_fd = trace_create();
    s->trace = s->trace_fd < 0 ? NULL : trace_map(s->trace_fd);
    if (!s->trace) {
        diag_system(d, errno == EFBIG ? "'ulimit -f' must allow for 1 GiB" : NULL,
                    "no memory for a trace: %s", strerror(errno));
        goto failed;
    }
    if (backend_is_outside(&s->parsed) || needs_loader_path(s) || launch(s, NULL, d) == 0)
        return s;
failed:
    server_close(s);
    return NULL;
}

struct server *server_open(const char *spec, struct diag *d)
{
    struct server *s = server_begin(spec, d);
    if (s && server_greet(s, d) == 0)
        return s;
    server_close(s);
    return NULL;
}

const struct server_info *server_info(const struct server *s)
{
    return &s->info;
}

/* ---- cases ---- */

/* Processes of a lost server's case may still run and write into the old trace. If there is no
 * memory for a new one, keep the old one: trace_check() detects damage. */
static void renew_trace(struct server *s)
{
    int fd = trace_create();
    struct trace *t = fd < 0 ? NULL : trace_map(fd);
    if (!t) {
        if (fd >= 0)
            close(fd);
        return;
    }
    trace_unmap(s->trace);
    close(s->trace_fd);
    s->trace = t;
    s->trace_fd = fd;
}

/* Send the job in one write. If the server has died or an interrupt came, that is no error here:
 * server_finish() gets no answer and reports that. */
static int send_job(const struct server *s, const struct server_job *job)
{
    const struct schedule *schedule = job->schedule;
    struct wire_job wire = { .job = *job,
                             .steps = schedule ? schedule->count : 0,
                             .file_size = strlen(job->file) + 1 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = xopen_memstream(&text, &size);
    fwrite(&wire, sizeof wire, 1, out);
    if (schedule)
        fwrite(schedule->step, sizeof *schedule->step, schedule->count, out);
    fwrite(job->file, wire.file_size, 1, out);
    fwrite(job->source, 1, job->length, out);
    fclose(out);
    int result = patient_write(s->control, text, size);
    if (result < 0 && (errno == EPIPE || errno == ECONNRESET || errno == EINTR))
        result = 0;
    free(text);
    return result;
}

static int lose(struct server *s, struct diag *d)
{
    diag_system(d, NULL, "cannot reach the process of backend '%s': %s", s->spec, strerror(errno));
    shut(s);
    return -1;
}

int server_start(struct server *s, const struct server_job *job, struct diag *d)
{
    assert(!s->busy);
    assert(job->file);
    assert(job->source || job->length == 0);
    assert(job->batch.count <= SERVER_BATCH_MAX);
    if (s->control < 0 && server_greet(s, d) < 0)
        return -1;
    s->busy = true;
    s->labels = job->labels ? *job->labels : (struct labels){ 0 };
    s->batch_count = job->batch.count;
    label_table_release(&s->more);
    /* The server of a runtime may have to start the runtime again before the case. */
    uint64_t start_ms = s->info.outside ? HELLO_TIMEOUT_MS : 0;
    deadline_begin(&s->deadline, now_ns(), (job->timeout_ms + GRACE_MS + start_ms) * 1000000ull);
    /* The server times each program of a batch and each schedule itself. */
    if (job->batch.count > 0 || job->explore.bound > 0)
        s->deadline.at_ns = UINT64_MAX;
    trace_reset(s->trace);
    if (send_job(s, job) == 0)
        return 0;
    return lose(s, d);
}

struct server *server_idle(struct server *s, struct diag *d)
{
    while (s->busy) {
        if (!s->next_server)
            s->next_server = server_open(s->spec, d);
        if (!s->next_server)
            return NULL;
        s = s->next_server;
    }
    return s;
}

int server_finish_batch(struct server *s, struct server_batch_result *out, struct diag *d)
{
    assert(s->busy);
    assert(s->batch_count > 0);
    if (wire_read(s->control, out, s->batch_count * sizeof *out) == 0) {
        s->busy = false;
        return 0;
    }
    shut(s);
    return diag_system(d, NULL, "the server for '%s' died", s->spec);
}

int server_fd(const struct server *s)
{
    return s->control;
}

void server_watch(struct server *s)
{
    if (s->busy && s->pid > 0 && deadline_is_over(&s->deadline, s->pid, now_ns()))
        kill(s->pid, SIGKILL);
}

static int read_labels(struct server *s, uint32_t count)
{
    if (count > 0)
        label_table_init(&s->more, s->labels);
    for (uint32_t i = 0; i < count; i++) {
        char label[WIRE_LABEL_SIZE];
        if (wire_read(s->control, label, sizeof label) < 0)
            return -1;
        label_table_add(&s->more, label);
    }
    return 0;
}

static int read_outcome(struct server *s, struct server_outcome *out)
{
    if (wire_read(s->control, out, offsetof(struct server_outcome, output)) < 0)
        return -1;
    assert(out->printed < sizeof out->output);
    out->output[out->printed] = '\0';
    return wire_read(s->control, out->output, out->printed) < 0 ? -1
                                                                : read_labels(s, out->new_labels);
}

void server_finish(struct server *s, struct server_outcome *out)
{
    assert(s->busy);
    assert(s->batch_count == 0);
    if (read_outcome(s, out) == 0) {
        s->busy = out->search.continues;
        out->trace = s->trace;
        out->labels = s->more.count > 0 ? label_table_view(&s->more) : s->labels;
        if (!trace_check(s->trace, out->labels.count))
            out->end = SERVER_DAMAGED;
        return;
    }
    bool failed = errno == EIO || errno == ENOMEM || errno == ENOBUFS;
    s->busy = errno != 0; /* what has ended by itself need not be killed */
    *out = (struct server_outcome){ .labels = s->labels };
    ssize_t n = read(s->output, out->output, sizeof out->output - 1);
    out->output[n > 0 ? n : 0] = '\0';
    out->end = shut(s) == SERVER_GAVE_UP || failed ? SERVER_CUT_OFF : SERVER_LOST;
    renew_trace(s); /* the next server_start() starts a new server with it */
    out->trace = s->trace;
}

int server_go_on(struct server *s, bool wanted, struct diag *d)
{
    assert(s->busy);
    if (patient_write(s->control, &wanted, sizeof wanted) < 0 && errno != EPIPE &&
        errno != ECONNRESET)
        return lose(s, d);
    s->busy = wanted; /* if the server has died, the next server_finish() says so */
    return 0;
}

const char *server_shortage(const struct server_outcome *out)
{
    bool left = out->end == SERVER_EXITED || out->end == SERVER_LOST;
    bool said = left && mem_ends_with_report(out->output);
    if (out->end == SERVER_CUT_OFF)
        return "the process that runs the cases could not be reached";
    return !out->trace->shortage[0] && said ? "no more memory" : out->trace->shortage;
}

void server_close(struct server *s)
{
    while (s) {
        struct server *next_server = s->next_server;
        shut(s);
        if (s->folder[0])
            scratch_remove(s->folder);
        label_table_release(&s->more);
        if (s->trace)
            trace_unmap(s->trace);
        if (s->trace_fd >= 0)
            close(s->trace_fd);
        free(s->spec);
        free(s);
        s = next_server;
    }
}
