/* server_explore.c - the server runs every schedule of a case, many in one child process.
 *
 * The happy path: a child, the player, runs one schedule after the other. It searches on its own,
 * in memory that it shares with the server. If a trace differs from all traces before it, the
 * player asks: the server answers the runner with that trace, and the player waits until it may go
 * on. If a host ends its process with a run, the server sees to that run and starts another player
 * for the rest. If the player dies or hangs, the schedule under way is the answer. A program that
 * changes process-wide state has a player for each schedule. */
#include "runner/server/server_inside.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/now.h"
#include "base/patient.h"

/* What the server and its players share: the state of the search, and the digests of the traces so
 * far in a hash table, half empty. */
struct shared_state {
    bool running;       /* a run is under way */
    bool unreported;    /* the player could not ask about its last run */
    bool left_schedule; /* see struct server_search */
    size_t size;        /* a power of two */
    uint64_t digest[];
};

struct explorer {
    const struct service *v;
    const struct server_job *job;
    struct search *search;
    struct shared_state *shared;
    int link[2]; /* the server's end and the player's */
};

static size_t shared_bytes(size_t size)
{
    return sizeof(struct shared_state) + size * sizeof(uint64_t);
}

static struct shared_state *shared_new(uint32_t runs_max)
{
    size_t size = 16;
    while (size / 2 < runs_max)
        size *= 2;
    struct shared_state *s = mmap(NULL, shared_bytes(size), PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s == MAP_FAILED)
        mem_ran_out();
    s->size = size;
    return s;
}

/* False if it was there before. */
static bool add_digest(struct shared_state *s, uint64_t digest)
{
    digest += digest == 0; /* 0 is an empty place */
    size_t i = digest & (s->size - 1);
    while (s->digest[i] != 0 && s->digest[i] != digest)
        i = (i + 1) & (s->size - 1);
    bool is_new = s->digest[i] == 0;
    s->digest[i] = digest;
    return is_new;
}

/* A run has ended by itself. True if the runner must see its trace. */
static bool take_run(struct explorer *e)
{
    const struct trace *t = e->v->trace;
    bool is_new = add_digest(e->shared, trace_digest(t));
    e->shared->running = false;
    e->shared->left_schedule = !search_learn(e->search, t);
    return is_new || e->shared->left_schedule;
}

/* ---- the player ---- */

static const struct schedule *begin_run(struct explorer *e)
{
    const struct schedule *schedule = search_next(e->search);
    if (schedule) {
        trace_reset(e->v->trace);
        e->shared->running = true;
    }
    return schedule;
}

/* Let the runner look at the trace. False if it has seen enough. */
static bool may_go_on(const struct explorer *e)
{
    char word = 0;
    e->shared->unreported = patient_write(e->link[1], &word, 1) < 0;
    return !e->shared->unreported && patient_read(e->link[1], &word, 1) == 1;
}

static void play_all(struct explorer *e, struct host_config config)
{
    const struct service *v = e->v;
    struct loop *left = NULL;
    config.reuse = &left;
    service_pin_to_processor();
    while ((config.schedule = begin_run(e))) {
        backend_player_of (&v->spec)(&config);
        if (left)
            v->backend->close(left);
        left = NULL;
        if (take_run(e) && !may_go_on(e))
            break;
    }
}

static void play(const struct service *v, const struct server_job *job, void *arg)
{
    struct explorer *e = arg;
    close(e->link[0]);
    service_enter_case(v, job);
    struct host_config config = service_host(v, job);
    if (!job->explore.own_process)
        play_all(e, config);
    else if ((config.schedule = begin_run(e))) {
        close(e->link[1]);
        backend_host_of (&v->spec)(&config);
    }
    _exit(0);
}

/* ---- the server ---- */

enum { RUNNER_IS_GONE = -1, STOP_EXPLORING, GO_ON }; /* what follows a run */

static int send_answer(const struct explorer *e, struct server_outcome *out, bool continues)
{
    out->search = (struct server_search){ .continues = continues,
                                          .left_schedule = e->shared->left_schedule,
                                          .complete = search_is_whole(e->search),
                                          .runs = search_runs(e->search),
                                          .known = search_known(e->search) };
    return service_answer(e->v, out);
}

/* Show the runner a run, and ask whether to go on. */
static int show_run(const struct explorer *e, struct server_outcome *out)
{
    bool continues;
    if (send_answer(e, out, true) < 0 || wire_read(e->v->control, &continues, sizeof continues) < 0)
        return RUNNER_IS_GONE;
    *out = (struct server_outcome){ .end = SERVER_DONE };
    return continues ? GO_ON : STOP_EXPLORING;
}

/* Has the player asked? If it has ended instead, its end is yet to be watched for. */
static bool has_asked(const struct explorer *e, struct watch *w)
{
    char word;
    ssize_t n = recv(e->link[0], &word, 1, MSG_DONTWAIT);
    if (n == 0)
        w->asks = -1;
    return n == 1;
}

static int answer_player(const struct explorer *e, struct watch *w)
{
    char word = 0;
    service_take_output(e->v, w, true);
    w->out->real_ns = now_ns() - w->began_ns;
    int next = show_run(e, w->out);
    w->printed = 0;
    w->began_ns = now_ns();
    deadline_begin(&w->deadline, w->began_ns, w->deadline.given_ns);
    if (next == GO_ON && patient_write(e->link[0], &word, 1) < 0)
        shutdown(e->link[0], SHUT_RDWR); /* it ends, and another one plays the rest */
    return next;
}

/* Watch a player until it ends. If not GO_ON, it still runs and must be ended. */
static int watch_player(const struct explorer *e, struct watch *w, enum server_end *end)
{
    int next = GO_ON;
    while (next == GO_ON) {
        *end = service_watch(e->v, w);
        if (*end != SERVER_DONE)
            return GO_ON;
        bool is_linked = w->asks >= 0;
        if (has_asked(e, w))
            next = answer_player(e, w);
        else if (!is_linked || w->asks >= 0 || service_has_ended(w->pid))
            return GO_ON;
    }
    return next;
}

/* Run one player until it ends. */
static int run_player(struct explorer *e)
{
    struct server_outcome out = { .end = SERVER_DONE };
    struct watch w = { .out = &out, .search = e->search, .runs = search_runs(e->search) };
    enum server_end end = SERVER_DONE;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e->link) < 0) {
        service_lacks_process(e->v);
        return show_run(e, &out);
    }
    w.asks = e->link[0];
    bool is_started = service_start(e->v, e->job, &w, play, e);
    close(e->link[1]);
    int next = is_started ? watch_player(e, &w, &end) : show_run(e, &out);
    if (is_started)
        service_finish(e->v, &w, next == GO_ON ? end : SERVER_CUT_OFF);
    close(e->link[0]);
    bool has_left = out.end == SERVER_DONE && !e->shared->running &&
                    !e->shared->unreported; /* between two runs */
    if (!is_started || next != GO_ON || has_left)
        return next;
    bool is_shown = e->shared->unreported || out.end != SERVER_DONE || take_run(e) ||
                    out.orphans > 0;
    e->shared->unreported = false;
    return is_shown ? show_run(e, &out) : GO_ON;
}

int service_explore(const struct service *v, const struct server_job *job)
{
    assert(v->backend);
    struct explorer e = { .v = v,
                          .job = job,
                          .search = search_new(job->explore.bound, job->explore.full) };
    e.shared = shared_new(job->explore.bound);
    int next = GO_ON;
    while (next == GO_ON && search_has_next(e.search))
        next = run_player(&e);
    if (next == GO_ON)
        next = send_answer(&e, &(struct server_outcome){ .end = SERVER_DONE }, false);
    search_free(e.search);
    munmap(e.shared, shared_bytes(e.shared->size));
    return next < 0 ? -1 : 0;
}
